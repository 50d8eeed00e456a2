import { deepEqual, equal, match } from "../assert.ts";
import type { Outcome } from "../../src/run/outcome.ts";
import type { RankedRow } from "../../src/run/ranked_row.ts";
import { selectProblem } from "../../src/run/columns.ts";
import { selectedCells, type SelectedField } from "../../src/run/select.ts";
import { thesesLines } from "../../src/run/theses_lines.ts";
import { thesesTable } from "../../src/run/theses_table.ts";
import { done, failed } from "./sample_outcomes.ts";

/** A row whose thesis was a part of this body. */
function answered(wire: unknown) {
  const outcome = done(1);
  return { ...outcome, result: { ...outcome.result, wire } };
}

const placed = (outcome: Outcome): RankedRow => ({ outcome, warnings: [] });

const WIRE = { usage: { credits: 3, free: false }, id: "a\nb", tags: ["x", { y: 1 }], none: null, empty: "", deep: {} };
const CELLS = [
  { pointer: "/usage/credits", cell: 3 },
  { pointer: "/usage/free", cell: false },
  { pointer: "/id", cell: "a b" },
  { pointer: "/tags", cell: '["x",{"y":1}]' },
  { pointer: "/tags/1/y", cell: 1 },
  { pointer: "/deep", cell: "{}" },
  { pointer: "/none", cell: undefined },
  { pointer: "/empty", cell: "" },
  { pointer: "/missing/0", cell: undefined },
  { pointer: "", cell: JSON.stringify(WIRE) },
];
for (const { pointer, cell } of CELLS) {
  Deno.test(`a column selected at ${JSON.stringify(pointer)} of the whole body contains ${cell}`, () => {
    deepEqual(selectedCells([{ name: "x", pointer }], answered(WIRE)), [cell]);
  });
}

Deno.test("columns are selected from the result when that is the whole body", () => {
  deepEqual(selectedCells([{ name: "x", pointer: "/agent_thesis/signal" }], done(1)), ["neutral"]);
});

Deno.test("selected columns are between error and the input's own, and under selected in the lines", () => {
  const select: SelectedField[] = [{ name: "credits", pointer: "/usage/credits" }, { name: "no", pointer: "/no" }];
  const csv = thesesTable(["ticker"], { select });
  match(csv.head, /,error_code,error,credits,no,in_ticker\n$/);
  match(csv.line(placed(answered(WIRE))), /,,,3,,AAPL\n$/);
  match(csv.line(placed(failed(2))), /,http_500,Cannot ask: service answered 500,,,XRX\n$/);
  const jsonl = thesesLines(["ticker"], { select });
  deepEqual(JSON.parse(jsonl.line(placed(answered(WIRE)))).selected, { credits: 3 });
  deepEqual(JSON.parse(jsonl.line(placed(answered(WIRE)))).result.wire, WIRE);
  equal("selected" in JSON.parse(thesesLines(["ticker"]).line(placed(done(1)))), false);
});

const PROBLEMS = [
  { select: [["usage", "/u"], ["cost", ""]], says: undefined },
  { select: [["Signal", "/u"]], says: 'Cannot select "Signal": theses.csv has a column of that name' },
  { select: [["in_x", "/u"]], says: 'Cannot select "in_x": in_ is the prefix of the input\'s columns' },
  { select: [["a", "/u"], ["A", "/v"]], says: 'Cannot select "A": two columns would have that name' },
  { select: [[" a", "/u"]], says: 'Cannot select " a": a column needs a name without white space around it' },
  { select: [["", "/u"]], says: 'Cannot select "": a column needs a name without white space around it' },
  { select: [["a\nb", "/u"]], says: 'Cannot select "a\nb": its name contains a control character' },
];
for (const { select, says } of PROBLEMS) {
  Deno.test(`selecting ${JSON.stringify(select)} is ${says === undefined ? "valid" : "an InputError"}`, () => {
    equal(selectProblem(select.map(([name = "", pointer = ""]) => ({ name, pointer }))), says);
  });
}

Deno.test("the error for an invalid pointer shows a valid one", () => {
  match(selectProblem([{ name: "a", pointer: "usage.credits" }]) ?? "", /^Cannot select "a": .*like \/data\/items\/0$/);
});
