/** The type check of joined cells: what the kernel allows passes, what it hides is reported with cell and line. */
import { deepEqual, match } from "../assert.ts";
import { checkCells } from "../../src/kernel/check_cells.ts";
import { problemLine } from "../../src/kernel/kernel_error.ts";
import { testAtNight } from "../needs.ts";
import { sweep } from "../sweeps.ts";
import { inFolder } from "./notebook_of.ts";

const MODULE = { "own.ts": "export const one = 1;\nexport type Two = 2;\nexport default 3;\n" };

const check = (...sources: readonly (string | { readonly source: string; readonly tags: readonly string[] })[]) =>
  inFolder({ "deno.json": "{}", ...MODULE }, (folder) => {
    const cells = sources.map((cell, at) => ({
      ...typeof cell === "string" ? { source: cell, tags: [] } : cell,
      number: at + 1,
    }));
    return checkCells(cells, folder);
  });

const ALLOWED: readonly { readonly what: string; readonly cells: readonly string[] }[] = [
  { what: "a name of an earlier cell, and top-level await", cells: ["const a = await Promise.resolve(1);", "a + 1"] },
  { what: "a function that uses a later cell", cells: ["function f() { return later; }", "const later = 1;", "f()"] },
  { what: "a constant that is declared again", cells: ["const a = 1; a + 1", 'const a = "x"; a.length', "a.length"] },
  { what: "a variable that replaces itself", cells: ["let a = 1;", "let a = a + 1;", "a"] },
  {
    what: "a function, a class and an interface that are declared again",
    cells: [
      "function f() { return 1; }\nclass C { a = 1; }\ninterface I { a: number }",
      'function f() { return "x"; }\nclass C { b = 1; }\ninterface I { a: string }',
      "f().length; new C().b",
    ],
  },
  {
    what: "an import that is repeated, and one that is replaced",
    cells: [
      'import three, { one, type Two } from "./own.ts";\none + three',
      'import three, {\n  one,\n  type Two,\n} from "./own.ts";\nconst two: Two = 2; one + three + two',
      'import { basename as one } from "node:path";\none("a/b").length',
      'import * as three from "./own.ts";\nthree.one',
    ],
  },
  { what: "export, which the kernel ignores", cells: ["export const a = 1;", "export const a = 2;"] },
  {
    what: "words like import in strings, templates and comments",
    cells: ['const a = `import ${"{"} x`; // import {', "a"],
  },
];

for (const { what, cells } of ALLOWED) {
  testAtNight(`the check of joined cells allows ${what}`, async () => {
    deepEqual((await check(...cells)).map(problemLine), []);
  });
}

const WRONG: readonly { readonly what: string; readonly cells: readonly string[]; readonly says: RegExp }[] = [
  {
    what: "a missing export",
    cells: ['import {\n  one,\n  four,\n} from "./own.ts";'],
    says: /^cell 1, line 3: .* no exported member 'four'\..*; in Jupyter it would be undefined/,
  },
  {
    what: "a missing module",
    cells: ["1", 'import "./none.ts";'],
    says: /^cell 2, line 1: Cannot find module .*; correct the path/,
  },
  {
    what: "a name that no deno.json lists",
    cells: ['import { z } from "nowhere";'],
    says: /^cell 1, line 1: Import "nowhere" not a dependency.*; correct the path, or list/,
  },
  {
    what: "a type error, also below a name that is declared again",
    cells: ["const a = 1;", "const a = 2;", "\n\nconst text: string = a;"],
    says: /^cell 3, line 3: Type '(?:number|2)' is not assignable to type 'string'; correct it/,
  },
  {
    what: "an unknown name",
    cells: ["undeclared + 1"],
    says: /^cell 1, line 1: Cannot find name 'undeclared'; declare or import it/,
  },
  {
    what: "a name that one cell declares twice",
    cells: ["const a = 1;\nconst a = 2;"],
    says: /^cell 1, line 1: Cannot redeclare .* 'a'/,
  },
];

for (const { what, cells, says } of WRONG) {
  testAtNight(`the check of joined cells reports ${what}, with cell, line and cure`, async () => {
    match((await check(...cells)).map(problemLine)[0] ?? "nothing", says);
  });
}

Deno.test("the check of one notebook with the cells of all these cases allows and reports the same", async () => {
  const cases: readonly (typeof ALLOWED[number] & { readonly says?: RegExp })[] = [...ALLOWED, ...WRONG];
  const problems = await check(...cases.flatMap(({ cells }) => cells));
  let before = 0;
  for (const one of cases) {
    const own = problems.filter(({ cell = 0 }) => cell > before && cell <= before + one.cells.length);
    const [line = "nothing"] = own.map(({ cell = 0, ...rest }) => problemLine({ ...rest, cell: cell - before }));
    match(line, one.says ?? /^nothing$/, one.what);
    before += one.cells.length;
  }
  deepEqual(problems.filter(({ cell }) => cell === undefined), []);
});

/** What ends a check before it has types: each needs a check of its own. */
const UNREAD: readonly { readonly what: string; readonly proves: () => Promise<void> }[] = [
  { what: "a syntax error is reported with cell, line and cure", proves: syntaxError },
  { what: "a cell tagged raises-exception may have errors, and hides none of another cell", proves: raisingCells },
  { what: "a package that a frozen lock does not hold is named with its cell", proves: frozenLock },
];
for (const { what, proves } of sweep("kernel/check_cells", UNREAD)) Deno.test(what, proves);

async function syntaxError(): Promise<void> {
  const [line = "nothing"] = (await check("const a = 1;", "\nconst b = = 2;")).map(problemLine);
  match(line, /^cell 2, line 2: SyntaxError: .*; correct it; Jupyter would show nothing/);
}

async function raisingCells(): Promise<void> {
  const tags = ["raises-exception"];
  const tagged = ["const a = = 1;", "const b: string = 1;"].map((source) => ({ source, tags }));
  deepEqual((await check(...tagged, "const c: string = 1;")).map(({ cell }) => cell), [3]);
}

async function frozenLock(): Promise<void> {
  const files = { "deno.json": '{ "lock": { "frozen": true } }', "deno.lock": '{ "version": "5" }' };
  const lines = await inFolder(
    files,
    async (folder) =>
      (await checkCells([{ number: 4, source: '\nimport { z } from "npm:zod@4.6.7";\nz.string();', tags: [] }], folder))
        .map(problemLine),
  );
  match(
    lines[0] ?? "nothing",
    /^cell 4, line 2: npm:zod@4\.6\.7 is not in deno\.lock, which is frozen; add the package/,
  );
}
