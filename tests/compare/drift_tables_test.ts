/** Positions and what an alert means for them, lines that are crossed over three nights, and faults of the data. */
import { deepEqual, equal } from "../assert.ts";
import { compareRuns, type RunToCompare } from "../../src/compare/compare_runs.ts";
import type { Alert } from "../../src/compare/comparison.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { claim, run, thesis } from "./thesis_rows.ts";

const ofWeights = (weights: readonly { readonly ticker: string; readonly weight: number }[]) => ({
  portfolio: { column: "weight", weights, status: "pending", drivers: [], risks: [] } as const,
});
const chances = (chance: number) => ["A", "B", "C"].map((ticker) => thesis(ticker, { drawdownProbability: chance }));

const HELD: readonly (readonly [when: string, weights: Readonly<Record<string, number>>, says: readonly string[]])[] = [
  ["the list has no weights", {}, ["A", "B", "C"]],
  ["a name is held long", { B: 0.02 }, ["B 0.02 against", "A", "C"]],
  ["a name is held short", { B: -0.02 }, ["B -0.02 for", "A", "C"]],
  ["a short position is the larger", { A: 0.02, C: -0.03 }, ["C -0.03 for", "A 0.02 against", "B"]],
  ["a weight is 0", { C: 0 }, ["A", "B", "C"]],
];
for (const [when, weights, says] of HELD) {
  Deno.test(`a chance of a fall that rises is ordered and judged by the position when ${when}`, () => {
    const manifest = ofWeights(Object.entries(weights).map(([ticker, weight]) => ({ ticker, weight })));
    const { alerts = [] } = compareRuns(run(chances(0.2)), run(chances(0.3), manifest));
    deepEqual(
      alerts.map(({ ticker, weight, bearing }) =>
        [ticker, weight, bearing].filter((part) => part !== undefined).join(" ")
      ),
      says,
    );
  });
}

/** The alerts of each night after the first, each compared with the night before it. */
function alertsOver(nights: readonly ThesisRow[]): (Alert | undefined)[] {
  let earlier: RunToCompare | undefined;
  return nights.flatMap((row) => {
    const comparison = earlier && compareRuns(earlier, run([row]));
    earlier = run([row], comparison?.crossings === undefined ? {} : { crossings: comparison.crossings });
    return comparison === undefined ? [] : [comparison.alerts?.[0]];
  });
}

const NIGHTS = ["2017-06-13", "2017-06-14", "2017-06-15", "2017-06-16"] as const;
const scored = (scores: readonly number[]) =>
  scores.map((score, at) => thesis("A", { score, signal: score > 0.15 ? "bullish" : "neutral", ...asOf(at) }));
const chanced = (all: readonly number[]) =>
  all.map((drawdownProbability, at) => thesis("A", { drawdownProbability, ...asOf(at) }));
const asOf = (at: number) => ({ asOf: NIGHTS[at] ?? "" });

const CROSSED: readonly (readonly [when: string, nights: readonly ThesisRow[], alerts: readonly string[]])[] = [
  ["a signal flickers and returns", scored([0.14, 0.16, 0.14]), ["", ""]],
  ["a signal turns at once", scored([0.1, 0.2, 0.2]), ["flipped", ""]],
  ["a signal creeps over its line", scored([0.14, 0.16, 0.18, 0.22]), ["", "", "flipped since 2017-06-14"]],
  ["a chance creeps up", chanced([0.24, 0.252, 0.262]), ["", "drawdown_crossed since 2017-06-14"]],
  ["a chance returns before it is clear", chanced([0.24, 0.252, 0.24]), ["", ""]],
  ["a chance falls, which needs twice as far", chanced([0.27, 0.245, 0.228]), [
    "",
    "drawdown_crossed since 2017-06-14",
  ]],
];
for (const [when, nights, alerts] of CROSSED) {
  Deno.test(`over ${nights.length} nights the alerts are ${JSON.stringify(alerts)} when ${when}`, () => {
    deepEqual(
      alertsOver(nights).map((alert) =>
        [alert?.drift?.kinds[0], alert?.drift?.since && `since ${alert.drift.since}`].filter((part) => part).join(" ")
      ),
      alerts,
    );
  });
}

const marked = (metric?: string, day = "2017-06-14") =>
  thesis("A", {
    ...{ asOf: "2017-06-15", drawdownProbability: metric === undefined ? 0.2 : 0.4 },
    claims: metric === undefined ? [] : [claim(metric, day, { value: day, unit: "date" })],
  });
const DATA: readonly (readonly [when: string, before: ThesisRow, after: ThesisRow, message: string | undefined])[] = [
  [
    "a split is not adjusted",
    ...[marked(), marked("split_day")] as const,
    "A: possible unadjusted split on 14 Jun 2017. Drawdown risk crossed your 25% line: 40%, from 20%.",
  ],
  [
    "a jump has no reason",
    ...[marked(), marked("jump_day")] as const,
    "A: unexplained jump on 14 Jun 2017. Drawdown risk crossed your 25% line: 40%, from 20%.",
  ],
  ["the same was known", marked("split_day"), marked("split_day"), undefined],
];
for (const [when, before, after, message] of DATA) {
  Deno.test(`a fault of the data ${message === undefined ? "is no alert" : "comes before what figures say"} when ${when}`, () => {
    const manifest = ofWeights([{ ticker: "A", weight: 0.1 }]);
    const [alert] = compareRuns(run([before]), run([after], manifest)).alerts ?? [];
    equal(alert?.message, message);
    if (alert === undefined) return;
    deepEqual([alert.size, alert.bearing, alert.drift?.cause?.kind], [100, undefined, "data"]);
  });
}
