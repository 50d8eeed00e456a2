import { deepEqual } from "../assert.ts";
import { filesBelow, ROOT } from "./module_graph.ts";
import { packedLines } from "./packing.ts";

/** Names of the rules that a text breaks. */
function brokenBy(text: string): string[] {
  return packedLines("made.ts", text).map(({ id }) => id);
}

const FOUND: Readonly<Record<string, readonly string[]>> = {
  "house/no-literal-spread": [
    "f({ a, ...{ b, c: 1 } });",
    "f({ ...{ type: 'x' } as const });",
    "f([...['a', 'b'], c]);",
    "f(...['a', 'b'] as const);",
  ],
  "house/no-tuple-assignment": [
    "const [a, b] = [f(1), f(2)];",
    "let [low, high] = [0, days.length];",
    "const [a = 1, [b]] = [list[0], list];",
    "const [rows, names]: [Row[], string[]] = [[], []];",
    "const { a, b } = { a: f(1), b: f(2) };",
    "[this.#rows, this.#names] = [[], []];",
    "[before, row] = [row, next];",
    "if (isNew) [a, b] = [c, d.a];",
  ],
};

for (const [rule, texts] of Object.entries(FOUND)) {
  for (const text of texts) {
    Deno.test(`${rule} finds ${text}`, () => deepEqual(brokenBy(text), [rule]));
  }
}

const LEFT = [
  "f({ a, ...rest, ...(isNew ? { b } : {}), ...isNew && { c } });",
  "f([...list, ...isNew ? ['a'] : [], ...['a', 'b'].map(g)]);",
  "const [a, b] = list;",
  "const [a, b] = ['x', 'y'].map(f);",
  "const [a, b] = await Promise.all([f(1), f(2)]);",
  "const [first, ...others] = [...one, ...two];",
  "const [, second] = pair;",
  "const { a, b } = { ...defaults, ...options };",
  "[a, b] = [b, a];",
  "[rows[at], rows[to]] = [rows[to], rows[at]];",
  "[before, now] = [now, before.next];",
];

for (const text of LEFT) {
  Deno.test(`the rules against packing lines leave ${text}`, () => deepEqual(brokenBy(text), []));
}

Deno.test("no file packs lines", async () => {
  const folders = ["src", "pipelines", "packages/fleet", "packages/mcp", "packages/model", "examples"];
  const files = await Promise.all(folders.flatMap((folder) => [".ts", ".js"].map((end) => filesBelow(folder, end))));
  const found: string[] = [];
  for (const path of ["mod.ts", ...files.flat()]) {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    for (const { range, message } of packedLines(path, text)) {
      found.push(`${path}:${text.slice(0, range[0]).split("\n").length}: ${message}`);
    }
  }
  deepEqual(found, []);
});
