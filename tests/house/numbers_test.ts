import { deepEqual, equal, match } from "../assert.ts";
import { functionsOf } from "./function_lines.ts";
import { countHouse, exportsOf, isTable, longestChain, readLimits } from "./numbers.ts";
import { complaints, type Counts, highest, lowered } from "./ratchet.ts";

const counts = await countHouse();
const limits = await readLimits();
/** Counts that use up what is granted. */
const full: Counts = Object.fromEntries(
  Object.entries(counts).map(([name, count]) => [name, { ...count, count: highest(limits[name] ?? { limit: 0 }) }]),
);

function oneAt(name: string, count: number): Counts {
  return { ...full, [name]: { of: ["src/a.ts", "src/b.ts"], remedy: "Mend it", count } };
}

Deno.test("no number of the house is above its limit, and each that fell is written down", () => {
  deepEqual(complaints(counts, limits), []);
});

for (const [name, limit] of Object.entries(limits)) {
  Deno.test(`${name}: one more is refused, and one less than the limit is to be written down`, () => {
    deepEqual(complaints(full, limits), []);
    deepEqual(complaints(oneAt(name, highest(limit) + 1), limits), [
      `"${name}" rose to ${highest(limit) + 1}, its limit is ${highest(limit)}. Mend it, or have an issue grant the ` +
      'rise: CONTRIBUTING.md, "What may not grow". 2 in all, written last first:\n  src/a.ts\n  src/b.ts',
    ]);
    deepEqual(complaints(oneAt(name, limit.limit - 1), limits), [
      `"${name}" fell from ${limit.limit} to ${limit.limit - 1}: write it down with ` +
      "`deno run -A tests/house/numbers.ts --write`",
    ]);
  });
}

Deno.test("each grant names its issue", () => {
  const granted = Object.values(limits).flatMap((limit) => limit.granted ?? []);
  deepEqual(granted.filter(({ issue, more }) => !(issue > 0 && more > 0)), []);
});

Deno.test("an issue grants a rise, until it is used up", () => {
  const granted = { words: { limit: 10, granted: [{ issue: 7, more: 2 }, { issue: 8, more: 1 }] } };
  const found = [9, 10, 13, 14].map((count) => complaints({ words: { count, of: [], remedy: "Mend it" } }, granted));
  deepEqual(found.map(({ length }) => length), [1, 0, 0, 1]);
  match(found[3]?.[0] ?? "", /rose to 14, its limit is 13/);
});

Deno.test("a number without a limit and a limit without a number are refused", () => {
  deepEqual(complaints({ words: { count: 3, of: [], remedy: "" } }, { rooms: { limit: 2 } }), [
    '"words" has no limit: write 3 into tests/house/limits.json',
    'Nothing counts "rooms": delete its row in tests/house/limits.json',
  ]);
});

Deno.test("writing lowers every limit and raises none", async () => {
  const text = await Deno.readTextFile(new URL("limits.json", import.meta.url));
  const moved = (by: number): Counts =>
    Object.fromEntries(
      Object.entries(limits).map(([name, { limit }]) => [name, { count: limit + by, of: [], remedy: "" }]),
    );
  equal(lowered(text, moved(1)), text);
  deepEqual(
    JSON.parse(lowered(text, moved(-1))),
    Object.fromEntries(Object.entries(limits).map(([name, row]) => [name, { ...row, limit: row.limit - 1 }])),
  );
});

Deno.test("a function is counted from its first line to its closing brace", () => {
  const text = [
    "export class Names {",
    "  constructor(",
    "    readonly one: string,",
    "  ) {",
    "    if (one) {",
    "      say(one);",
    "    }",
    "  }",
    "}",
    "function later() {",
    "  return () => {",
    "  };",
    "}",
    "",
  ].join("\n");
  deepEqual(functionsOf(text), [{ first: 2, lines: 7 }, { first: 10, lines: 4 }, { first: 11, lines: 2 }]);
});

Deno.test("a table is a file most of which is rows, not closures", () => {
  equal(isTable("const ROWS = [\n  1,\n  2,\n  3,\n];\n"), true);
  equal(isTable("/**\n * Two.\n */\nconst ROWS = rowsOf(`\n  one\n  two\n  three\n`);\n"), true);
  equal(isTable("const ROWS = [\n  1,\n];\nfunction rest() {\n  return ROWS;\n}\n"), false);
  equal(isTable("const ROWS = {\n  one: () => {\n    go();\n    stop();\n  },\n};\n"), false);
});

Deno.test("what a file exports is counted by name, what it passes on included", () => {
  const text = 'export { a, type B } from "./a.ts";\nexport type {\n  C,\n  D as E,\n} from "./c.ts";\n' +
    "export const f = 1;\nexport async function* g() {}\nexport interface H {}\n";
  deepEqual(exportsOf(text), ["a", "B", "C", "E", "f", "g", "H"]);
});

Deno.test("the longest chain has both its ends", () => {
  deepEqual(longestChain(new Map([["a", ["b", "c"]], ["b", []], ["c", ["d"]], ["d", ["b"]]])), ["a", "c", "d", "b"]);
});
