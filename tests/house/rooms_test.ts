import { deepEqual, ok } from "../assert.ts";
import { cyclesOf, filesBelow, type Import, importsFrom, ROOT } from "./module_graph.ts";

const ENTRIES = [
  "mod.ts",
  "src/protocol/mod.ts",
  "src/service/mod.ts",
  "src/batch/mod.ts",
  "src/notebook/mod.ts",
  "pipelines/ask.ts",
  "pipelines/compare.ts",
  "pipelines/export.ts",
  "pipelines/probe.ts",
  "pipelines/score.ts",
  "pipelines/screen.ts",
  "pipelines/serve.ts",
  "pipelines/status.ts",
];

const map = await Deno.readTextFile(new URL("src/README.md", ROOT));

/** The rows of the table in the map: a room and the rooms it may import. */
function readRooms(): Map<string, ReadonlySet<string>> {
  const rows = [...map.matchAll(/^\|[^|]*\| *`(\w+)` *\|[^|]*\|([^|]*)\|$/gm)];
  return new Map(rows.map(([, room = "", may = ""]) => [room, new Set(may.split(",").map((name) => name.trim()))]));
}

/** The files the map lists as touching the world. */
function readEffectFiles(): string[] {
  const [, list = ""] = /## What touches the world\n([\s\S]*?)\n## /.exec(map) ?? [];
  return [...list.matchAll(/^\| *`([^`]+)` *\|/gm)].map(([, file = ""]) => file).toSorted();
}

const roomOf = (file: string) => /^src\/(\w+)\//.exec(file)?.[1];

async function allImports(): Promise<Import[]> {
  const lists = await Promise.all(ENTRIES.map(importsFrom));
  return [...new Map(lists.flat().map((one) => [JSON.stringify(one), one])).values()];
}
const imports = await allImports();

Deno.test("a room imports only what its row of src/README.md names, types too", () => {
  const rooms = readRooms();
  ok(rooms.size >= 15, `the table was read: ${[...rooms.keys()]}`);
  const broken = imports.filter(({ from, to }) => {
    const [here, there] = [roomOf(from), roomOf(to)];
    if (here === undefined || here === there) return false;
    const may = rooms.get(here);
    if (there === undefined) return !to.startsWith("npm:") && !to.startsWith("node:") && !may?.has("all");
    return may?.has(there) !== true && may?.has("all") !== true;
  });
  deepEqual(broken.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("no files import each other in a circle, types included", () => {
  deepEqual(cyclesOf(imports), []);
});

Deno.test("the search for circles finds one", () => {
  const edge = (from: string, to: string): Import => ({ from, to, isDynamic: false, isTypeOnly: true });
  deepEqual(cyclesOf([edge("a", "b"), edge("b", "c"), edge("c", "b"), edge("c", "d")]), [["b", "c"]]);
});

Deno.test("every file of src is reached from an entry", async () => {
  const reached = new Set([...ENTRIES, ...imports.map(({ to }) => to)]);
  deepEqual((await filesBelow("src", ".ts")).filter((file) => !reached.has(file)), []);
});

Deno.test("inside src a file is imported by its own name, not through a face", () => {
  const faces = imports.filter(({ from, to }) => from.startsWith("src/") && to.endsWith("mod.ts"));
  deepEqual(faces.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("every outside package enters through one file; zod, our type language, may stand anywhere", () => {
  const doors = Map.groupBy(
    imports.filter(({ from, to }) => from.startsWith("src/") && to.startsWith("npm:")),
    ({ to }) => to.replace(/@[\d.]+.*$/, ""),
  );
  const wide = [...doors].filter(([name, uses]) =>
    name !== "npm:zod" && new Set(uses.map(({ from }) => from)).size > 1
  );
  deepEqual(wide.map(([name, uses]) => `${name}: ${uses.map(({ from }) => from)}`), []);
});

Deno.test("importing the module loads no package but zod and eventsource-parser", async () => {
  const edges = (await importsFrom("mod.ts")).filter(({ isDynamic, isTypeOnly }) => !isDynamic && !isTypeOnly);
  const loaded = new Set(["mod.ts"]);
  for (let size = 0; size < loaded.size;) {
    size = loaded.size;
    for (const { from, to } of edges) if (loaded.has(from)) loaded.add(to);
  }
  const packages = [...loaded].filter((name) => name.startsWith("npm:")).map((name) => name.replace(/@[\d.]+.*$/, ""));
  deepEqual(packages.toSorted(), ["npm:eventsource-parser", "npm:zod"]);
});

/** Names of the world; `fetch(` as a call, so that a parameter of that name is none. */
const WORLD =
  /\bDeno\.(?!errors\b)|(?<![.\w#])fetch\(|\bconsole\.|\bset(?:Timeout|Interval)\(|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\.randomUUID\b/;

Deno.test("only the files that src/README.md lists touch the world", async () => {
  const touching: string[] = [];
  for (const file of await filesBelow("src", ".ts")) {
    if (WORLD.test(codeOf(await Deno.readTextFile(new URL(file, ROOT))))) touching.push(file);
  }
  deepEqual(touching, readEffectFiles());
});

/** Without comments and without the text of template literals that are programs of their own. */
function codeOf(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "").replace(/return `[\s\S]*?\n`;/g, "");
}
