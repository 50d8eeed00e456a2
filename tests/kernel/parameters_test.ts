/** Values of the cell tagged `parameters`. */
import { deepEqual, equal, throws } from "../assert.ts";
import { codeCells, readNotebook } from "../../src/kernel/notebook_file.ts";
import { withParameters } from "../../src/kernel/parameters.ts";
import { notebookOf } from "./notebook_of.ts";

const SOURCE = `// What is asked
const ticker = "AAPL"; // a company
let bars: number = 252;
const isFast = false;
const horizon: 21 | 63 = 21;
const side: "long" | "short" = "long";
const names = ["AAPL", "MSFT"];
const limits = { most: 1 };
const either: string | number = 1;`;

const cells = codeCells(readNotebook(notebookOf(["1", { source: SOURCE, tags: ["parameters"] }]), "a"));
const given = (...pairs: readonly string[]) =>
  withParameters(cells, new Map(pairs.map((pair) => [pair.replace(/=.*/s, ""), pair.replace(/^[^=]*=/, "")])));

const TAKEN: readonly { readonly pair: string; readonly line: string }[] = [
  { pair: "ticker=MSFT", line: 'const ticker = "MSFT"; // a company' },
  { pair: 'ticker=a "b";\n', line: 'const ticker = "a \\"b\\";\\n"; // a company' },
  { pair: "ticker=5", line: 'const ticker = "5"; // a company' },
  { pair: "bars=-1.5", line: "let bars: number = -1.5;" },
  { pair: "isFast=true", line: "const isFast = true;" },
  { pair: "horizon=63", line: "const horizon: 21 | 63 = 63;" },
  { pair: "side=short", line: 'const side: "long" | "short" = "short";' },
  { pair: 'names=["IBM"]', line: 'const names = ["IBM"];' },
  { pair: 'limits={"most":2}', line: 'const limits = {"most":2};' },
  { pair: "either=x", line: 'const either: string | number = "x";' },
];
for (const { pair, line } of TAKEN) {
  Deno.test(`${JSON.stringify(pair)} gives ${line}, and changes no other line`, () => {
    const changed = given(pair).cells[1]?.source.split("\n").filter((one) => !SOURCE.split("\n").includes(one));
    deepEqual(changed, [line]);
  });
}

const REFUSED: readonly { readonly pair: string; readonly says: RegExp }[] = [
  {
    pair: "tikcer=IBM",
    says: /^Cannot set param tikcer=IBM: .* no such name; it declares ticker, .*did you mean ticker\?$/,
  },
  { pair: "bars=many", says: /bars=many: it is not a number/ },
  { pair: "bars=", says: /it is not a number/ },
  { pair: "isFast=yes", says: /it is not true or false/ },
  { pair: "names=IBM", says: /it is not a JSON list/ },
  { pair: "limits=[1]", says: /it is not a JSON object/ },
];
for (const { pair, says } of REFUSED) {
  Deno.test(`${pair} is refused before anything starts`, () => {
    throws(() => given(pair), (error: Error) => says.test(error.message));
  });
}

Deno.test("a notebook without the tag takes no value, and says which tag it lacks", () => {
  throws(() => withParameters(cells.slice(0, 1), new Map([["a", "1"]])), /no cell has the tag parameters/);
  equal(withParameters(cells, new Map()).cells, cells);
});
