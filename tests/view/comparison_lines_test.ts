import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { Comparison } from "../../src/compare/comparison.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { blockLines } from "../../src/view/block_lines.ts";
import { changesBlocks } from "../../src/view/run_changes.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { ladder, noThesis, run, thesis } from "../compare/thesis_rows.ts";

const FOLDERS = { earlier: "runs/one", later: "runs/two" };

function linesOf(comparison: Comparison, { width = 100, most = 20 } = {}) {
  const show = { shown: most, most, rest: "with --top" };
  return blockLines(changesBlocks(comparison, { folders: FOLDERS, show }), width);
}

/** The table from its heading. */
function tableOf(...rows: readonly (readonly [before: ThesisRow | undefined, after: ThesisRow | undefined])[]) {
  const [earlier, later] = [0, 1].map((side) => run(rows.flatMap((pair) => pair[side] ?? [])));
  const lines = earlier && later ? linesOf(compareRuns(earlier, later)) : [];
  return lines.slice(lines.findLastIndex((line) => line.startsWith("name ")));
}

Deno.test("a comparison shows the runs, differing settings, counts, then the changes", () => {
  const lines = linesOf(compareRuns(
    run([thesis("AAPL", { asOf: "2017-06-14", drawdownProbability: 0.2, rank: 2 })], { run_id: "one" }),
    run(
      [thesis("AAPL", { asOf: "2017-06-15", drawdownProbability: 0.5, rank: 1, signal: "bullish", risks: ["Debt"] })],
      {
        ...{ run_id: "two", started_at: "2017-06-16T05:00:01.000Z" },
        service: { name: "https://research.example", model: "conviction-smart" },
      },
    ),
  ));
  deepEqual(lines, [
    "These runs used different settings, which may explain the changes below.",
    "",
    "setting          before → now",
    "service          embedded → https://research.example",
    "day of the data  14 Jun 2017 → 15 Jun 2017",
    "",
    "Since the run of 2017-06-15 22:00 UTC (runs/one, as of 14 Jun 2017); this one of 2017-06-16 05:00",
    "UTC (runs/two, as of 15 Jun 2017).",
    "1 view changed, drawdown risk: 1 rose above 25%, 0 unchanged, of 1 name with a thesis in both runs.",
    "",
    "name  signal              rank  score  drawdown risk  behind it",
    "AAPL  neutral → bullish  2 → 1             20% → 50%  new risk: Debt",
  ]);
});

Deno.test("a comparison without a change has no table, and notes when both are the same run or the order is reversed", () => {
  const same = linesOf(compareRuns(run(ladder()), run(ladder())));
  deepEqual(same.slice(-2), ["Both are the same run.", "11 unchanged, of 11 names with a thesis in both runs."]);
  const turned = compareRuns(run([], { started_at: "2017-06-16T22:00:00.000Z" }), run([], { run_id: "two" }));
  deepEqual(linesOf(turned).slice(-2), [
    "The first run started after the second.",
    "0 unchanged, of 0 names with a thesis in both runs.",
  ]);
});

Deno.test("a line of the table omits unchanged values and describes what no column shows", () => {
  deepEqual(
    tableOf(
      [thesis("A", { drawdownProbability: 0.254 }), thesis("A", { drawdownProbability: 0.249 })],
      [thesis("B", { signal: "no_view" }), undefined],
      [noThesis("C"), thesis("C", { signal: "bearish", rank: 7 })],
      [thesis("", { rank: 3 }), thesis("", { rank: 3, drivers: ["Cash"] })],
    ),
    [
      "name         signal        rank  score  drawdown risk  behind it",
      "A            neutral                    25.4% → 24.9%",
      "B            no view → -                               removed: was no view",
      "C            - → bearish  - → 7                        new: bearish, failed before",
      "(no ticker)  neutral          3                        new driver: Cash",
    ],
  );
  const moved = linesOf(compareRuns(run(ladder()), run(ladder((at) => at === 2 ? 5 : at === 5 ? 2 : at))));
  equal(moved.at(-1), "T5    neutral        +0.50 → +0.20");
});

Deno.test("only the most important changes are shown, and how to see the others", () => {
  const comparison = compareRuns(run([]), run(ladder(), { run_id: "two" }));
  const table = (most: number) => linesOf(comparison, { most }).slice(3);
  equal(table(11).length, 1 + 11);
  deepEqual([table(2).length, table(2).at(-1)], [1 + 2 + 1, "… 9 more with --top"]);
});

Deno.test("the words of a service or a list fit the terminal and cannot control it", () => {
  const hostile = "\x1b[2J\x9b31mRun\n\u202erm -rf " + "x".repeat(300);
  const later = thesis(hostile, {
    signal: hostile,
    drivers: [hostile],
    risks: [hostile],
    engine: hostile,
    asOf: hostile,
  });
  const comparison = compareRuns(run([thesis(hostile)]), run([later], { options: { prompt: hostile, body: hostile } }));
  for (const width of [60, 80, 120]) {
    const lines = linesOf(comparison, { width });
    ok(lines.every((line) => !/\p{Cc}|[\u202a-\u202e]/u.test(line)), JSON.stringify(lines));
    ok(lines.every((line) => line.length <= width), lines.find((line) => line.length > width));
  }
});
