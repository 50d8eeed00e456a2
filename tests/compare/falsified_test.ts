import { deepEqual, equal, match } from "../assert.ts";
import { alertLines } from "../../src/compare/alerts.ts";
import { changeWords } from "../../src/compare/change_words.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { Falsifier } from "../../src/protocol/falsifier.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { claim, run, thesis } from "./thesis_rows.ts";

const TEXT = "A close below $155.99 would take A below its 200-day moving average.";

const mean = (value: number, other: Partial<Falsifier> = {}): Falsifier => ({
  ...{ ticker: "A", metric: "trend_200d", side: "below", threshold: 0, value, text: TEXT },
  ...other,
});

/** What came true between a thesis and a later one. */
function cameTrue(before: Partial<ThesisRow>, after: Partial<ThesisRow>) {
  return compareRuns(run([thesis("A", before)]), run([thesis("A", after)])).changes[0]?.cameTrue;
}

const CASES: readonly (readonly [
  when: string,
  before: Partial<ThesisRow>,
  after: Partial<ThesisRow>,
  comesTrue: boolean,
])[] = [
  [
    "the later figure is beyond it",
    { falsifiers: [mean(0.08)] },
    { falsifiers: [mean(-0.02, { side: "above" })] },
    true,
  ],
  ["the later figure is at the threshold", { falsifiers: [mean(0.08)] }, { falsifiers: [mean(0)] }, false],
  ["the later figure is on the same side", { falsifiers: [mean(0.08)] }, { falsifiers: [mean(0.01)] }, false],
  ["it was so before", { falsifiers: [mean(-0.01)] }, { falsifiers: [mean(-0.02)] }, false],
  ["only a claim has the later figure", { falsifiers: [mean(0.08)] }, { claims: [claimed("A", -0.02)] }, true],
  ["the claim is of another company", { falsifiers: [mean(0.08)] }, { claims: [claimed("AA", -0.02)] }, false],
  ["the claim is a text", { falsifiers: [mean(0.08)] }, { claims: [claimed("A", "-0.02")] }, false],
  ["the later answer has no such figure", { falsifiers: [mean(0.08)] }, {}, false],
  ["the earlier thesis names none", {}, { falsifiers: [mean(-0.02)] }, false],
  ["the threshold lies above", { falsifiers: [mean(0.2, { metric: "sue", side: "above", threshold: 1 })] }, {
    claims: [claim("sue", "1.40", { id: "A.sue", value: 1.4 })],
  }, true],
];

function claimed(ticker: string, value: number | string) {
  return claim("trend_200d", `${value}`, { id: `${ticker}.trend_200d`, value });
}

for (const [when, before, after, comesTrue] of CASES) {
  Deno.test(`what would speak against a thesis ${comesTrue ? "has" : "has not"} come true when ${when}`, () => {
    equal(cameTrue(before, after)?.length ?? 0, comesTrue ? 1 : 0);
  });
}

Deno.test("what came true is a change, in words, and an alert with both figures", () => {
  const [earlier, later] = [
    run([thesis("A", { falsifiers: [mean(0.08)] })]),
    run([thesis("A", { claims: [claimed("A", -0.04)] })]),
  ];
  const comparison = compareRuns(earlier, later);
  const [change] = comparison.changes;
  deepEqual(change?.kinds, ["falsified"]);
  equal(comparison.counts.falsified, 1);
  match(
    change === undefined ? "" : changeWords(change),
    /^trigger hit: closed below \$155\.99, its 200-day moving average$/,
  );
  const alert = JSON.parse(alertLines(comparison, later));
  equal(alert.kind, "THESIS_DRIFT");
  deepEqual(alert.changes, ["falsified"]);
  deepEqual(alert.came_true, [
    { metric: "trend_200d", side: "below", threshold: 0, before: 0.08, after: -0.04, text: TEXT },
  ]);
});
