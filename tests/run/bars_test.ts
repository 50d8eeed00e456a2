import { deepEqual } from "../assert.ts";
import { rankRows } from "../../src/run/ranks.ts";
import { runTable, surveyRun } from "../../src/view/run_table.ts";
import { done } from "./sample_outcomes.ts";

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

Deno.test("the terminal lists names with other bars apart", () => {
  const rows = [thesis(1, "A", 0.1, "daily"), thesis(2, "B", 0.9, "monthly"), thesis(3, "C", 0.3, "monthly")];
  const lines = runTable(surveyRun(rows), { width: 160 }).map((line) =>
    line.trim().split(/ {2,}/).slice(0, 2).join(" ")
  );
  deepEqual(lines, ["name rank", "", "Monthly bars", "B 1", "C 2", "", "Daily bars, ranked separately", "A +0.10"]);
});

Deno.test("of a long list the terminal says of each part which bars it has", () => {
  const rows = Array.from({ length: 60 }, (_, at) => thesis(at + 1, `T${at}`, at / 100, at < 20 ? "daily" : "monthly"));
  const titles = runTable(surveyRun(rows), { width: 100 }).filter((line) => /^[A-Z][a-z]/.test(line));
  deepEqual(titles, [
    ...["Highest 10 of 40 by score, monthly bars", "Lowest 10 by score, monthly bars"],
    ...["Highest 3 of 20 by score, daily bars", "Lowest 3 by score, daily bars", "All 60 theses are in theses.csv."],
  ]);
});
