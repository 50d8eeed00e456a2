import { deepEqual } from "../assert.ts";
import { rankRows } from "../../src/run/ranks.ts";
import { surveyRun } from "../../src/view/run_table.ts";
import { done } from "./sample_outcomes.ts";
import { runTable } from "../view/terminal_lines.ts";

const thesis = (row: number, ticker: string, score: number, frequency?: string) =>
  done(row, { ticker, metadata: { score, frequency }, drivers: [`${ticker} has a story`] });

const ranksOf = (rows: ReturnType<typeof thesis>[]) => rankRows(rows).map(({ rank }) => rank);

Deno.test("names are ranked among those with the same bars", () => {
  const rows = [
    thesis(1, "A", 0.1, "daily"),
    thesis(2, "B", 0.9, "monthly"),
    thesis(3, "C", 0.3, "daily"),
    thesis(4, "D", 0.2, "monthly"),
    thesis(5, "E", 0.5, "monthly"),
  ];
  deepEqual(ranksOf(rows), [2, 1, 1, 3, 2]);
});

Deno.test("a name alone with its bars has no rank, but that of a run without others has", () => {
  deepEqual(ranksOf([thesis(1, "A", 0.1, "daily"), thesis(2, "B", 0.9, "monthly"), thesis(3, "C", 0.3, "monthly")]), [
    ...[undefined, 1, 2],
  ]);
  deepEqual(ranksOf([thesis(1, "A", 0.1, "daily")]), [1]);
  deepEqual(ranksOf([thesis(1, "A", 0.1), thesis(2, "B", 0.9)]), [2, 1]);
});

Deno.test("the terminal says beside each name which bars it has, and its rank among them, one alone has none", () => {
  const rows = [thesis(1, "A", 0.1, "daily"), thesis(2, "B", 0.9, "monthly"), thesis(3, "C", 0.3, "monthly")];
  deepEqual(runTable(surveyRun(rows), { width: 160 }).map((line) => line.slice(0, 26)), [
    "name  bars     rank  score",
    "B     monthly     1  +0.90",
    "C     monthly     2  +0.30",
    "A     daily          +0.10",
  ]);
});
