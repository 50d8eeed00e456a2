/** How cells are read as text: what is a string or a comment in them, what they import, and the module they make. */
import { deepEqual, equal } from "../assert.ts";
import { importsOf } from "../../src/kernel/cell_imports.ts";
import { readCheckReport } from "../../src/kernel/check_cells.ts";
import { codeMask, depthsOf } from "../../src/kernel/code_mask.ts";
import { joinCells } from "../../src/kernel/check_cells.ts";

const MASKS: readonly { readonly what: string; readonly code: string; readonly mask: string }[] = [
  { what: "a comment to the end of its line", code: "a // (b\nc", mask: "a      \nc" },
  { what: "a comment to the end of the cell", code: "a // b", mask: "a     " },
  { what: "a comment of two lines", code: "a /* (\n) */ b", mask: "a     \n     b" },
  { what: "a comment that nothing ends", code: "a /* b", mask: "a     " },
  { what: "a string, but for its quotes", code: 'a = "(\\")" + b', mask: 'a = "    " + b' },
  { what: "a string that nothing ends, to the end of its line", code: "a = 'b\nc", mask: "a = ' \nc" },
  { what: "a template with what is in its holes", code: "`a${ f(`}`, {}) }(` + b", mask: "`                 ` + b" },
  { what: "a template that nothing ends", code: "`a\nb\n", mask: "` \n \n" },
  { what: "a regular expression with a slash in brackets", code: "a = /[/(]\\//.b", mask: "a =         .b" },
  { what: "no division", code: "a = (b) / c(1) / d", mask: "a = (b) / c(1) / d" },
  { what: "no slash that ends no regular expression on its line", code: "a = (/b\nc)", mask: "a = ( b\nc)" },
];
for (const { what, code, mask } of MASKS) {
  Deno.test(`the mask of a cell blanks ${what}`, () => equal(codeMask(code), mask));
}

Deno.test("a bracket is as deep as what stands around it", () => {
  deepEqual(depthsOf("a([b]{})c"), [0, 0, 1, 2, 1, 1, 1, 0, 0]);
});

Deno.test("imports are those of the top level: none of a comment, a string, a block or a call", () => {
  const code = [
    '// import a from "a"',
    'import b, { type C } from "npm:b@1";',
    'import "d";',
    'const e = await import("e"), f = import.meta.url, g = "import";',
    "import json from './g.json' with { type: 'json' }; h();",
    '{ import i from "i" }',
  ].join("\n");
  const found = importsOf(code).map((
    { start, end, clause, module },
  ) => [code.slice(start, end), clause.trim(), module]);
  deepEqual(found, [
    ['import b, { type C } from "npm:b@1";', "b, { type C }", "npm:b@1"],
    ['import "d";', "", "d"],
    ["import json from './g.json' with { type: 'json' };", "json", "./g.json"],
  ]);
});

/** Cells, and the lines of the module that are made of them. */
const MODULES: readonly {
  readonly when: string;
  readonly cells: readonly string[];
  readonly blocks?: readonly number[];
  readonly is: readonly string[];
}[] = [
  {
    when: "a cell imports below its code: the import comes first",
    cells: ['f();\nimport { a } from "a";'],
    is: ['import { a } from "a";', "f();", " ".repeat(22)],
  },
  {
    when: "a later cell imports the same again: the name stays",
    cells: ['import { a } from "a";', 'import { a } from "a"; a'],
    is: ['import { a } from "a";', 'import { a as a__again1 } from "a";', " ".repeat(22), " ".repeat(22) + " a"],
  },
  {
    when: "a later cell imports another thing under the name: it is that from there on",
    cells: ['import a from "a";', 'import * as a from "b"; a'],
    is: [
      ...['import a from "a";', 'import * as a__again1 from "b";', " ".repeat(18)],
      ...["{", "const a = a__again1;", " ".repeat(23) + " a", "}"],
    ],
  },
  {
    when: "a later cell imports a type under the name of another",
    cells: ['import type { A } from "a";', 'import { type B as A } from "b";'],
    is: [
      ...['import type { A } from "a";', 'import { type B as A__again1 } from "b";', " ".repeat(27)],
      ...["{", "type A = A__again1;", " ".repeat(32), "}"],
    ],
  },
  {
    when: "a cell declares a name again: it begins a block",
    cells: ["const a = 1;", "const a = 2;"],
    blocks: [2],
    is: ["{", "const a = 1;", "{", "const a = 2;", "}", "}"],
  },
  {
    when: "a cell exports, which the kernel ignores",
    cells: ["export const a = 1;\nexport default a;"],
    is: ["       const a = 1;", "export default a;"],
  },
];
for (const { when, cells, blocks = [], is } of MODULES) {
  Deno.test(`cells are joined to a module when ${when}`, () => {
    const sources = cells.map((source, at) => ({ number: at + 1, source }));
    deepEqual(joinCells(sources, new Set(blocks)).text.split("\n"), [...is, "export {};"]);
  });
}

Deno.test("a line of the module says of which cell and line it is", () => {
  const joined = joinCells([{ number: 1, source: "f();" }, { number: 4, source: 'g();\nimport "a";\nh();' }]);
  deepEqual(joined.text.split("\n").map((_, at) => joined.originOf(at + 1)), [
    ...[{ cell: 4, line: 2 }, { cell: 1, line: 1 }, { cell: 4, line: 1 }, { cell: 4, line: 2 }, { cell: 4, line: 3 }],
    undefined,
  ]);
});

const REPORT = `TS2322 [ERROR]: Type 'number' is not assignable to type 'string'.
const a: string = 1;
      ^
    at file:///x/cells.ts:3:7

TS2304 [ERROR]: Cannot find name 'b'.
  A second line of it.
    at file:///x/other.ts:12:1

Found 2 errors.

error: Type checking failed.
`;
Deno.test("of what deno check prints, each finding is read with its number, its words and its place", () => {
  const found = readCheckReport(REPORT, "file:///x/cells.ts").map(({ text: _, ...finding }) => finding);
  deepEqual(found, [
    { code: 2322, message: "Type 'number' is not assignable to type 'string'.", line: 3 },
    { code: 2304, message: "Cannot find name 'b'. A second line of it.", elsewhere: "other.ts, line 12" },
  ]);
});

Deno.test("what stops the parser is a finding without a number; the folder of a path is left out", () => {
  const report = 'error: Module not found "file:///home/me/nb/none.ts".\nStack backtrace:\n  error: 1';
  deepEqual(readCheckReport(report, "file:///x/cells.ts").map(({ code, message, line }) => [code, message, line]), [
    [0, 'Module not found "none.ts".', undefined],
  ]);
});
