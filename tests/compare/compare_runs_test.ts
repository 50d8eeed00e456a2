import { deepEqual, equal, ok } from "../assert.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { METRICS } from "../../src/data/metrics/metric.ts";
import type { ChangeKind } from "../../src/compare/comparison.ts";
import type { Crossing } from "../../src/run/crossing.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { claim, ladder, noThesis, run, thesis } from "./thesis_rows.ts";

/** The changes of the only name in two runs. */
function kindsOf(before: ThesisRow | undefined, after: ThesisRow | undefined): readonly ChangeKind[] {
  const { changes } = compareRuns(run(before ? [before] : []), run(after ? [after] : []));
  ok(changes.length <= 1);
  return changes[0]?.kinds ?? [];
}

const A = "AAPL";
const KINDS: readonly {
  readonly when: string;
  readonly before?: ThesisRow;
  readonly after?: ThesisRow;
  readonly kinds: readonly ChangeKind[];
}[] = [
  { when: "nothing moved", before: thesis(A), after: thesis(A), kinds: [] },
  { when: "the earlier list lacks it", after: thesis(A), kinds: ["new"] },
  { when: "it failed before", before: noThesis(A), after: thesis(A), kinds: ["new"] },
  { when: "a file could not be downloaded now", before: thesis(A), after: thesis(A, { status: "partial" }), kinds: [] },
  { when: "the later list lacks it", before: thesis(A), kinds: ["gone"] },
  { when: "it is in doubt now", before: thesis(A), after: noThesis(A, { status: "in_doubt" }), kinds: ["gone"] },
  { when: "it failed both times", before: noThesis(A), after: noThesis(A), kinds: [] },
  { when: "it is in one list only and failed", before: noThesis(A), kinds: [] },
  { when: "the signal differs", before: thesis(A), after: thesis(A, { signal: "bearish" }), kinds: ["flipped"] },
  { when: "the view is gone", before: thesis(A), after: thesis(A, { signal: "no_view" }), kinds: ["flipped"] },
  { when: "the signal has another spelling", before: thesis(A), after: thesis(A, { signal: " Neutral" }), kinds: [] },
  ...([
    [0.2499, 0.25, true],
    [0.25, 0.2499, true],
    [0.25, 0.9, false],
    [0, 0.2499, false],
    [undefined, 0.9, false],
    [0.9, undefined, false],
  ] as const).map(([from, to, isAcross]) => ({
    when: `the chance of a fall goes from ${from} to ${to}`,
    before: thesis(A, { drawdownProbability: from }),
    after: thesis(A, { drawdownProbability: to }),
    kinds: isAcross ? ["drawdown_crossed" as const] : [],
  })),
  { when: "a risk is added", before: thesis(A), after: thesis(A, { risks: ["Debt"] }), kinds: ["risks"] },
  { when: "a risk vanishes", before: thesis(A, { risks: ["Debt"] }), after: thesis(A), kinds: ["risks"] },
  { when: "a driver is added", before: thesis(A), after: thesis(A, { drivers: ["Cash"] }), kinds: ["drivers"] },
  { when: "a driver vanishes", before: thesis(A, { drivers: ["Cash"] }), after: thesis(A), kinds: ["drivers"] },
  {
    when: "everything moved",
    before: thesis(A, { drawdownProbability: 0.1, risks: ["Debt"], drivers: ["Cash"] }),
    after: thesis(A, { signal: "bullish", drawdownProbability: 0.3, risks: ["Rivals"], drivers: ["Growth"] }),
    kinds: ["flipped", "drawdown_crossed", "risks", "drivers"],
  },
];
for (const { when, before, after, kinds } of KINDS) {
  Deno.test(`compareRuns() finds ${kinds.join(", ") || "no change"} when ${when}`, () => {
    deepEqual(kindsOf(before, after), kinds);
  });
}

Deno.test("compareRuns() reports a move in rank from 20 percentile points", () => {
  const swapped = (one: number, other: number) => ladder((at) => at === one ? other : at === other ? one : at);
  const moved = (later: readonly ThesisRow[]) =>
    compareRuns(run(ladder()), run(later)).changes.map(({ ticker, kinds }) => [ticker, ...kinds]);
  deepEqual(moved(swapped(4, 5)), [["T4", "score_moved"], ["T5", "score_moved"]]);
  deepEqual(moved(swapped(4, 6)), [["T4", "rank_moved"], ["T6", "rank_moved"]]);
  deepEqual(moved(swapped(0, 10)), [["T0", "rank_moved"], ["T10", "rank_moved"]]);
});

const SCORES = [
  { when: "it moved by less than 0.1", from: 0.2, to: 0.29, kinds: [] },
  { when: "it moved by 0.1 up", from: 0.2, to: 0.3, kinds: ["score_moved"] },
  { when: "it moved by 0.1 down", from: 0.05, to: -0.05, kinds: ["score_moved"] },
  { when: "the signal flipped too", from: 0.2, to: 0.5, signal: "bullish", kinds: ["flipped"] },
  { when: "it has another scale", from: 55, to: 60, kinds: [] },
  { when: "one run has none", from: undefined, to: 0.5, kinds: [] },
];
for (const { when, from, to, signal = "neutral", kinds } of SCORES) {
  Deno.test(`compareRuns() finds ${kinds.join() || "no change"} of a score when ${when}`, () => {
    deepEqual(kindsOf(thesis("A", { score: from }), thesis("A", { score: to, signal })), kinds);
  });
}

Deno.test("compareRuns() computes 20 points exactly, anywhere in a list of any length", () => {
  for (let steps = 5; steps <= 40; steps += 5) {
    const scores = Array.from({ length: steps + 1 }, (_, at) => at);
    const swapped = (one: number, other: number) =>
      run(scores.map((at) => thesis(`T${at}`, { score: at === one ? other : at === other ? one : at })));
    for (let at = 0; at + steps / 5 <= steps; at++) {
      const move = (by: number) =>
        compareRuns(run(scores.map((score) => thesis(`T${score}`, { score }))), swapped(at, at + by));
      equal(move(steps / 5).counts.rank_moved, 2, `${steps} steps, from ${at}`);
      equal(move(steps / 5 - 1).counts.rank_moved, 0, `${steps} steps, from ${at}`);
    }
  }
});

Deno.test("a percentile is 100 for the highest score, 0 for the lowest, shared by equal ones, absent for a single one", () => {
  const percentiles = (...scores: (number | undefined)[]) => {
    const rows = scores.map((score, at) => thesis(`T${at}`, { score }));
    const { changes } = compareRuns(run([]), run(rows));
    return changes.toSorted((one, other) => one.ticker < other.ticker ? -1 : 1).map(({ after }) => after?.percentile);
  };
  deepEqual(percentiles(0.1, -0.3, 0.2), [50, 0, 100]);
  deepEqual(percentiles(0.1, undefined), [undefined, undefined]);
  deepEqual(percentiles(5, 5, 5, 1, 9), [50, 50, 50, 0, 100]);
  deepEqual(percentiles(2, 2), [50, 50]);
});

Deno.test("rows are matched by ticker, whatever their number, case and order; duplicates by their order", () => {
  const earlier = [
    thesis("brk.b", { row: 1, signal: "bullish" }),
    thesis("IBM", { row: 2, signal: "neutral" }),
    thesis("IBM", { row: 3, signal: "bearish" }),
  ];
  const later = [
    thesis("IBM", { row: 1, signal: "neutral", cells: ["other", "cells"] }),
    thesis("Ibm ", { row: 2, signal: "bearish" }),
    thesis("IBM", { row: 3, signal: "bullish" }),
    thesis("BRK.B", { row: 4, signal: "bullish" }),
  ];
  const there = compareRuns(run(earlier), run(later));
  deepEqual(there.changes.map(({ ticker, kinds, after }) => [ticker, kinds, after?.row]), [["IBM", ["new"], 3]]);
  deepEqual([there.compared, there.unchanged], [3, 3]);
  const back = compareRuns(run(later), run(earlier));
  deepEqual(back.changes.map(({ ticker, kinds, before }) => [ticker, kinds, before?.row]), [["IBM", ["gone"], 3]]);
});

Deno.test("both sides have the status of the row, also without a thesis", () => {
  const later = thesis(A, {
    row: 7,
    score: 0.1,
    rank: 3,
    asOf: "2017-06-15",
    drawdownProbability: 0.2,
    company: "Apple",
  });
  const { changes: [change] } = compareRuns(run([noThesis(A, { row: 2 })]), run([later]));
  equal(change?.company, "Apple");
  equal(change?.before?.status, "failed");
  deepEqual(change?.after, {
    ...{ row: 7, status: "done", signal: "neutral", confidence: 0.5, score: 0.1, rank: 3, percentile: undefined },
    ...{ drawdownProbability: 0.2, asOf: "2017-06-15" },
  });
});

Deno.test("changes are ordered by kind, then number, then size, then ticker", () => {
  const neutral = (ticker: string, other: Partial<ThesisRow> = {}) => thesis(ticker, other);
  const earlier = [
    ...["B", "A"].map((ticker) => neutral(ticker)),
    neutral("C", { drawdownProbability: 0.2 }),
    neutral("D", { drawdownProbability: 0.2 }),
    neutral("E", { drawdownProbability: 0.2 }),
    ...["F", "G", "H", "I"].map((ticker) => neutral(ticker)),
  ];
  const later = [
    ...["B", "A"].map((ticker) => neutral(ticker, { signal: "bullish" })),
    neutral("C", { signal: "bullish", drawdownProbability: 0.3 }),
    neutral("D", { drawdownProbability: 0.26 }),
    neutral("E", { drawdownProbability: 0.9 }),
    ...[neutral("G", { drivers: ["Cash"] }), neutral("H", { risks: ["Debt"] }), neutral("I"), neutral("J")],
  ];
  const { changes, counts, compared, unchanged } = compareRuns(run(earlier), run(later));
  deepEqual(changes.map(({ ticker }) => ticker), ["C", "A", "B", "E", "D", "F", "J", "H", "G"]);
  deepEqual(counts, {
    flipped: 3,
    falsified: 0,
    drawdown_crossed: 3,
    rank_moved: 0,
    score_moved: 0,
    gone: 1,
    new: 1,
    risks: 1,
    drivers: 1,
  });
  deepEqual([compared, unchanged], [8, 1]);
});

Deno.test("moves in rank are ordered by size", () => {
  const places = [0, 5, 2, 3, 4, 1, 6, 10, 8, 9, 7]; // T1 and T5 move by 40 points, T7 and T10 by 30
  const { changes } = compareRuns(run(ladder()), run(ladder((at) => places[at] ?? at)));
  deepEqual(changes.map(({ ticker }) => ticker), ["T1", "T5", "T10", "T7"]);
});

Deno.test("a comparison names both runs", () => {
  const service = { name: "embedded", dataEnds: "2017-12-29" };
  const { earlier, later } = compareRuns(
    run([noThesis(A)], { run_id: "one", service }),
    run([thesis(A, { asOf: "2018-01-02" }), noThesis("B")], { run_id: "two", started_at: "2018-01-03T00:00:00.000Z" }),
  );
  const startedAt = "2017-06-15T22:00:00.000Z";
  deepEqual(earlier, { runId: "one", startedAt, asOf: "2017-12-29", theses: 0 });
  deepEqual(later, { runId: "two", startedAt: "2018-01-03T00:00:00.000Z", asOf: "2018-01-02", theses: 1 });
});

Deno.test("a change lists the figures behind it, the most important first, a few at most", () => {
  const earlier = thesis(A, {
    drawdownProbability: 0.2,
    claims: [
      ...[claim("score", "+0.10"), claim("score_risk", "+0.10"), claim("score_trend", "+0.10")],
      ...[claim("score_liquidity", "+0.10"), claim("volatility", "20.0%"), claim("beta", "1.10")],
      ...[claim("drawdown_probability", "20%"), claim("rank", "7", { id: "X.rank.beta" })],
      claim("volatility_recent", "20.0%"),
    ],
  });
  const later = thesis(A, {
    ...{ signal: "bearish", drawdownProbability: 0.3 },
    claims: [
      ...[claim("score", "-0.40"), claim("score_risk", "+0.10"), claim("score_trend", "-0.90")],
      ...[claim("score_liquidity", "+0.30"), claim("volatility", "30.0%"), claim("beta", "1.30")],
      ...[claim("drawdown_probability", "30%"), claim("rank", "9", { id: "X.rank.beta" })],
      ...[claim("volatility_recent", "35.0%"), claim("beta", "0.10", { id: "Y.beta" })],
    ],
  });
  const { changes: [change] } = compareRuns(run([earlier]), run([later]));
  deepEqual(change?.claims, [
    { metric: "score", before: "+0.10", after: "-0.40" },
    { metric: "drawdown_probability", before: "20%", after: "30%" },
    { metric: "score_trend", before: "+0.10", after: "-0.90" },
    { metric: "score_liquidity", before: "+0.10", after: "+0.30" },
    { metric: "volatility_recent", before: "20.0%", after: "35.0%" },
  ]);
  const driven = thesis(A, { ...later, signal: "neutral", drawdownProbability: 0.2, drivers: ["Its beta is 1.30"] });
  const { changes: [other] } = compareRuns(run([earlier]), run([driven]));
  deepEqual(other?.claims, [{ metric: "beta", before: "1.10", after: "1.30" }]);
});

Deno.test("a run of the minor version before is compared as one that has the metrics' new ids", () => {
  const renamed = Object.entries(METRICS).flatMap(([id, { was }]) => was === undefined ? [] : [[was, id] as const]);
  ok(renamed.length > 0);
  for (const [was, id] of renamed) {
    ok(!Object.hasOwn(METRICS, was), was);
    const now = thesis(A, { claims: [claim(id, "-4%", { id: `${A}.${id}`, value: -0.04 })], drivers: ["Fell -4%"] });
    const comparedWith = (metric: string) => {
      const figure = { metric, value: 0.08, shown: "8%" };
      const before = thesis(A, {
        claims: [claim(metric, "8%", { id: `${A}.${metric}`, value: 0.08 })],
        drivers: ["Rose 8%"],
        falsifiers: [{ ...figure, ticker: A, side: "below", threshold: 0 }],
        events: [{ kind: "EARNINGS_BEAT", ticker: A, day: "2017-06-14", figures: [figure] }],
      });
      const crossing: Crossing = { ticker: A, line: `${metric} below`, settled: "above", value: 0.08, threshold: 0 };
      const crossings = [{ ...crossing, moved: { metric, before: 0.08 } }];
      return compareRuns(run([before], { crossings }), run([now]));
    };
    deepEqual(comparedWith(was), comparedWith(id));
    ok(comparedWith("of_no_metric").changes[0]?.cameTrue === undefined && comparedWith(was).changes[0]?.cameTrue);
  }
});
