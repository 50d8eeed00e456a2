/** Values of the cell tagged `parameters` are held to its types. */
import { equal, match } from "../assert.ts";
import { checkCells } from "../../src/kernel/check_cells.ts";
import { codeCells, readNotebook } from "../../src/kernel/notebook_file.ts";
import { withParameters } from "../../src/kernel/parameters.ts";
import { inFolder, notebookOf } from "./notebook_of.ts";

const SOURCE = `const horizon: 21 | 63 = 21;
const side: "long" | "short" = "long";
const names = ["AAPL", "MSFT"];
const limits = { most: 1 };`;

const TYPED: readonly { readonly pair: string; readonly says: RegExp }[] = [
  { pair: "horizon=50", says: /Type '50' is not assignable to type '21 \| 63'/ },
  { pair: "side=flat", says: /Type '"flat"' is not assignable to type '"long" \| "short"'/ },
  { pair: "names=[1]", says: /Type 'number' is not assignable to type 'string'/ },
  { pair: 'limits={"least":2}', says: /least|most/ },
];
Deno.test("the type check refuses each value that is not of its parameter's type, at its line", async () => {
  const cells = codeCells(readNotebook(notebookOf(["1", { source: SOURCE, tags: ["parameters"] }]), "a"));
  const { checked } = withParameters(cells, new Map(TYPED.map(({ pair }) => pair.split("=", 2) as [string, string])));
  const problems = await inFolder({ "deno.json": "{}" }, (folder) => checkCells(checked, folder));
  for (const { pair, says } of TYPED) {
    const line = SOURCE.split("\n").findIndex((one) => one.includes(pair.replace(/=.*/, ""))) + 1;
    const [problem] = problems.filter((one) => one.line === line);
    match(problem?.message ?? "nothing", says);
    equal(problem?.cell, 2);
  }
  equal(problems.length, TYPED.length);
});
