import { deepEqual, match, ok } from "../assert.ts";
import { cyclesOf, filesBelow, type Import, importsFrom, loadedBy, ROOT } from "./module_graph.ts";

const ENTRIES = [
  "mod.ts",
  "src/protocol/mod.ts",
  "src/service/mod.ts",
  "src/batch/mod.ts",
  "src/notebook/mod.ts",
  "src/chart/mod.ts",
  "types.ts",
  "pipelines/conviction.ts",
  "packages/mcp/serve_mcp.ts",
  "packages/mcp/stdio.ts",
  "packages/model/run.ts",
  "packages/fleet/screen.ts",
  "packages/fleet/work.ts",
  "packages/fleet/status.ts",
];

const map = await Deno.readTextFile(new URL("src/rooms.md", ROOT));

/** What a room may import, as its row says it. */
interface Room {
  /** The text of the row, for a message. */
  readonly says: string;
  readonly may: ReadonlySet<string>;
}

/** The rows of the table in the map. A folder inside a room is a room with its own row. */
function readRooms(): Map<string, Room> {
  const rows = [...map.matchAll(/^\|[^|]*\| *`(\w+(?:\/\w+)?)` *\|[^|]*\|([^|]*)\|$/gm)]
    .map(([, room = "", says = ""]) => [room, says.trim()] as const);
  const names = rows.map(([room]) => room);
  return new Map(rows.map(([room, says]) => [room, { says, may: permitted(room, says, names) }]));
}

/** "-", "all but a, b", or names; "its sub-rooms" are the folders inside. */
function permitted(room: string, says: string, all: readonly string[]): Set<string> {
  const listed = new Set(says.replace(/^all but /, "").split(",").map((name) => name.trim()));
  if (listed.delete("its sub-rooms")) { for (const name of all) if (name.startsWith(`${room}/`)) listed.add(name); }
  listed.delete("-");
  const unknown = [...listed].filter((name) => !all.includes(name));
  deepEqual(unknown, [], `the row of ${room} in src/rooms.md names rooms that have no row`);
  if (!says.startsWith("all but ")) return listed;
  return new Set(all.filter((name) => name !== room && !listed.has(name)));
}

/** The room of a file of src: the longest row that contains its path. */
function roomOf(file: string, rooms: ReadonlyMap<string, Room>): string | undefined {
  const held = [...rooms.keys()].filter((room) => file.startsWith(`src/${room}/`));
  return held.toSorted((a, b) => b.length - a.length)[0];
}

/** Why an import is not allowed, with the remedy; nothing if it is allowed. */
function objection({ from, to }: Import, rooms: ReadonlyMap<string, Room>): string | undefined {
  const [here, there] = [roomOf(from, rooms), roomOf(to, rooms)];
  if (from.endsWith("/mod.ts")) return undefined; // a face
  if (here === undefined || here === there || /^(?:npm|node):|^deno\.json$/.test(to)) return undefined;
  const { says, may } = rooms.get(here) ?? { says: "-", may: new Set() };
  if (there !== undefined && may.has(there)) return undefined;
  return `\`${here}\` may import ${says === "-" ? "no other room" : says}. ${from} imports ${to}: ` +
    "move what you need to a room both may see, or take it as a parameter.";
}

/** The files that the map lists as touching the world. */
function readEffectFiles(): string[] {
  const [, list = ""] = /## What touches the world\n([\s\S]*)/.exec(map) ?? [];
  return [...list.matchAll(/^\| *`([^`]+)` *\|/gm)].map(([, file = ""]) => file).toSorted();
}

async function allImports(): Promise<Import[]> {
  const lists = await Promise.all(ENTRIES.map(importsFrom));
  return [...new Map(lists.flat().map((one) => [JSON.stringify(one), one])).values()];
}
const imports = await allImports();

Deno.test("a room imports only what its row of src/rooms.md names, types included", () => {
  const rooms = readRooms();
  ok(rooms.size >= 19, `too few rows found: ${[...rooms.keys()]}`);
  deepEqual(imports.map((one) => objection(one, rooms)).filter((found) => found !== undefined), []);
});

Deno.test("a row of src/rooms.md names only rooms that its room imports", () => {
  const rooms = readRooms();
  const used = new Set(imports.map(({ from, to }) => `${roomOf(from, rooms)} > ${roomOf(to, rooms)}`));
  const unused = [...rooms].filter(([, { says }]) => !says.startsWith("all but "))
    .flatMap(([room, { may }]) => [...may].map((name) => `${room} > ${name}`)).filter((one) => !used.has(one));
  deepEqual(unused, []);
});

Deno.test("every folder of src has a row in src/rooms.md", async () => {
  const rooms = readRooms();
  const folders = new Set((await filesBelow("src", ".ts")).map((file) => file.split("/").slice(1, -1).join("/")));
  deepEqual([...folders].filter((folder) => !rooms.has(folder)), []);
});

Deno.test("a sub-room is a separate room, and the message about an invalid import names the remedy", () => {
  const room = (says: string, ...may: string[]): Room => ({ says, may: new Set(may) });
  const rooms = new Map([["run", room("-")], ["view", room("run", "run")], ["batch", room("-")], [
    "batch/list",
    room("-"),
  ]]);
  const edge = (from: string, to: string): Import => ({ from, to, isDynamic: false, isTypeOnly: true });
  deepEqual(objection(edge("src/view/lines.ts", "src/run/row.ts"), rooms), undefined);
  deepEqual(
    objection(edge("src/view/lines.ts", "src/batch/list/rows.ts"), rooms),
    "`view` may import run. src/view/lines.ts imports src/batch/list/rows.ts: " +
      "move what you need to a room both may see, or take it as a parameter.",
  );
  match(
    objection(edge("src/batch/screen.ts", "src/batch/list/rows.ts"), rooms) ?? "",
    /^`batch` may import no other room/,
  );
});

Deno.test("no files import each other in a circle, types included", () => {
  deepEqual(cyclesOf(imports), []);
});

Deno.test("the search for circles finds one", () => {
  const edge = (from: string, to: string): Import => ({ from, to, isDynamic: false, isTypeOnly: true });
  deepEqual(cyclesOf([edge("a", "b"), edge("b", "c"), edge("c", "b"), edge("c", "d")]), [["b", "c"]]);
});

Deno.test("every file of src can be reached from an entry", async () => {
  const reached = new Set([...ENTRIES, ...imports.map(({ to }) => to)]);
  deepEqual((await filesBelow("src", ".ts")).filter((file) => !reached.has(file)), []);
});

Deno.test("inside src a file is imported by its path, not through a mod.ts", () => {
  const faces = imports.filter(({ from, to }) => from.startsWith("src/") && to.endsWith("mod.ts"));
  deepEqual(faces.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("a table of flags imports no terminal", () => {
  const above = new Set(["src/commands/live_terminal.ts"]);
  for (let size = 0; size < above.size;) {
    size = above.size;
    for (const { from, to } of imports) if (above.has(to)) above.add(from);
  }
  deepEqual([...above].filter((file) => file.endsWith("_flags.ts")), []);
});

Deno.test("every package, or module of a package of many, is imported by one file only; zod may be imported anywhere", () => {
  const doors = Map.groupBy(
    imports.filter(({ from, to }) => from.startsWith("src/") && to.startsWith("npm:")),
    ({ to }) => to.replace(/@[\d.]+/, ""),
  );
  const wide = [...doors].filter(([name, uses]) =>
    name !== "npm:zod" && new Set(uses.map(({ from }) => from)).size > 1
  );
  deepEqual(wide.map(([name, uses]) => `${name}: ${uses.map(({ from }) => from)}`), []);
});

/** The packages that importing an entry loads, by name. */
async function packagesOf(entry: string): Promise<string[]> {
  const loaded = (await loadedBy(entry)).filter((name) => name.startsWith("npm:"));
  return loaded.map((name) => name.replace(/@[\d.]+.*$/, "")).toSorted();
}

Deno.test("importing the module loads no package but zod and eventsource-parser", async () => {
  deepEqual(await packagesOf("mod.ts"), ["npm:eventsource-parser", "npm:zod"]);
});

Deno.test("importing the module or the service loads nothing that answers assistants", async () => {
  const loaded = await loadedBy("mod.ts", "src/service/mod.ts");
  deepEqual(loaded.filter((path) => /^(?:src\/)?mcp\//.test(path)), []);
  ok(loaded.includes("src/service/assistants.ts"), "the path refuses without them");
});

for (const entry of ["src/notebook/mod.ts", "src/chart/mod.ts"]) {
  Deno.test(`importing ${entry} loads no package: what draws is loaded with the first drawing`, async () => {
    deepEqual(await packagesOf(entry), []);
  });
}

/** Names of the world; `fetch(` as a call, so that a parameter of that name does not count. */
const WORLD =
  /\bfrom "node:fs|\bDeno\.(?!errors\b)|(?<![.\w#])fetch\(|\bconsole\.|\bset(?:Timeout|Interval)\(|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\.randomUUID\b|\bnew Worker\(|\bcreateServer\(/;

Deno.test("only the files that src/rooms.md lists touch the world", async () => {
  const touching: string[] = [];
  for (const file of await filesBelow("src", ".ts")) {
    if (WORLD.test(codeOf(await Deno.readTextFile(new URL(file, ROOT))))) touching.push(file);
  }
  deepEqual(touching, readEffectFiles());
});

/** Without comments, and without template literals that are programs themselves. */
function codeOf(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "").replace(/return `[\s\S]*?\n`;/g, "");
}
