import { deepEqual, match } from "../assert.ts";
import { longestFunction } from "./function_lines.ts";
import { numbersOf } from "./numbers.ts";

const SHAPES: Readonly<Record<string, RegExp>> = {
  "largest folder: files, lines": /^\d+, \d+\.\dk \([\w/]+\)$/,
  "batch as a picture: boxes, floors, arrows": /^\d+, \d+, \d+$/,
  "files in src; median, p90, largest": /^\d+; \d+, \d+, \d+$/,
  "files under 20 lines": /^\d+$/,
  "files with one importer": /^\d+$/,
  "one export for one importer": /^\d+$/,
  "longest function": /^\d+ \(src\/[\w/]+\.ts:\d+\)$/,
  "circles": /^0$/,
  "exports documented": /^\d+ %$/,
  "interfaces for the machine (*Host, Machine)": /^\d+$/,
  "contexts of a request": /^\d+$/,
  "sentences inside batch that name a flag": /^\d+$/,
  "lines of src": /^\d+$/,
};

Deno.test("the house in figures has every row", async () => {
  const numbers = await numbersOf();
  deepEqual([...numbers.keys()], Object.keys(SHAPES));
  for (const [name, shape] of Object.entries(SHAPES)) match(numbers.get(name) ?? "", shape, name);
});

Deno.test("the longest function is counted from its first line to its closing brace", () => {
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
    "const short = () => {",
    "};",
    "",
  ].join("\n");
  deepEqual(longestFunction({ path: "a.ts", text }), { lines: 7, name: "a.ts:2" });
});
