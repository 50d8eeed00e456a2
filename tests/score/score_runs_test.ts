import fc from "fast-check";
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { scoreTheses } from "../../src/score/score_runs.ts";
import { scoreTable } from "../../src/score/score_table.ts";
import { pricesOf, thesisRow, weekdays } from "./prices.ts";

const near = (one: number | undefined, other: number) => ok(Math.abs((one ?? NaN) - other) < 1e-12, `${one} ${other}`);
const INDEX = [100, 100, 100];
/** After two days: A +10%, B -5%, C -20% (a fall), D +1%, E +2%; the index 0%. */
const CLOSES = { A: [100, 105, 110], B: [100, 97, 95], C: [100, 90, 80], D: [100, 101, 101], E: [100, 101, 102] };
const PRICES = pricesOf(CLOSES, { index: INDEX });
const SAID: Partial<ThesisRow>[] = [
  { ticker: "A", signal: "bullish", confidence: 0.8, score: 0.9, drawdownProbability: 0.1 },
  { ticker: "B", signal: "bullish", confidence: 0.6, score: 0.4, drawdownProbability: 0.2 },
  { ticker: "C", signal: "bearish", confidence: 0.7, score: -0.5, drawdownProbability: 0.6 },
  { ticker: "D", signal: "neutral", confidence: 0.5, score: -0.1, drawdownProbability: 0.3 },
  { ticker: "E", signal: "no_view", confidence: 0.5 },
];
const ROWS = SAID.map(thesisRow);

Deno.test("scoreTheses() computes a hand-made example", () => {
  const { statement, rows, theses, horizons: [score] } = scoreTheses(ROWS, PRICES, { horizons: [2] });
  deepEqual([statement, rows, theses], ["the excess return over the index is positive", 5, 5]);
  deepEqual(score?.sample, { theses: 5, dates: 1, independentDates: 1 });
  deepEqual(score?.span, { first: "2020-01-01", last: "2020-01-01" });
  equal(score?.isEnough, false);
  near(score?.positive?.value, 3 / 5);
  near(score?.hits?.value, 2 / 3);
  deepEqual(score?.withoutChance, { signal: 1, confidence: 0, side: 0 });
  // A 0.8 and B 0.6 as stated, C 1 - 0.7, D by its negative score
  near(score?.direction?.brier.brier, (0.2 ** 2 + 0.6 ** 2 + 0.3 ** 2 + 0.5 ** 2) / 4);
  near(score?.direction?.brier.baseRateBrier, 0.25);
  near(score?.direction?.areaUnderCurve, 3 / 4);
  near(score?.drawdown?.brier.brier, (0.1 ** 2 + 0.2 ** 2 + 0.4 ** 2 + 0.3 ** 2) / 4);
  near(score?.drawdown?.areaUnderCurve, 1);
  equal(score?.withoutDrawdown, 1);
  equal(score?.rankCorrelation.mean, undefined, "four names are too few for a rank correlation");
});

Deno.test("scoreTheses() correlates ranks of five names per date, and averages over dates", () => {
  const days = weekdays("2020-01-01", 5);
  const closes = Object.fromEntries(
    ["A", "B", "C", "D", "E"].map((name, at) => [name, [100, 100 + at, 200, 200 - at, 1]]),
  );
  const rows = [days[0], days[2]].flatMap((asOf) =>
    ["A", "B", "C", "D", "E"].map((ticker, at) => thesisRow({ ticker, asOf, score: at }))
  );
  const [score] = scoreTheses(rows, pricesOf(closes, { index: [1, 1, 1, 1, 1] }), { horizons: [1] }).horizons;
  deepEqual(score?.rankCorrelation.dates.map(({ value, count }) => [value, count]), [[1, 5], [-1, 5]]);
  deepEqual([score?.rankCorrelation.mean, score?.rankCorrelation.independentDates], [0, 2]);
});

Deno.test("scoreTheses() states the return instead of the excess return without a benchmark", () => {
  const { statement, benchmark, horizons: [score] } = scoreTheses(ROWS, pricesOf(CLOSES), { horizons: [2] });
  deepEqual([statement, benchmark], ["the return is positive", undefined]);
  near(score?.positive?.value, 3 / 5);
});

Deno.test("scoreTheses() counts theses of the same name and close once: the one sent first", () => {
  const rows = [
    thesisRow({ ticker: "A", signal: "bearish", askedAt: "2020-01-02T10:00:00Z" }),
    thesisRow({ ticker: " a", signal: "bullish", askedAt: "2020-01-02T09:00:00Z" }),
    thesisRow({ ticker: "A", asOf: "2020-01-02" }),
  ];
  for (const some of [rows, rows.toReversed()]) {
    const report = scoreTheses(some, PRICES, { horizons: [1] });
    deepEqual([report.rows, report.theses, report.repeated], [3, 2, 1]);
    equal(report.horizons[0]?.hits?.value, 1);
  }
  const weekend = [thesisRow({ ticker: "A", asOf: "2020-01-04" }), thesisRow({ ticker: "A", asOf: "2020-01-05" })];
  equal(scoreTheses(weekend, PRICES).repeated, 1, "both enter at Friday's close");
});

Deno.test("scoreTheses() counts and names the theses that it cannot judge", () => {
  const rows = [
    ...ROWS,
    thesisRow({ ticker: "NOPE" }),
    thesisRow({ ticker: "A", asOf: "2020-01-02" }),
    thesisRow({ ticker: "B", asOf: "soon" }),
    thesisRow({ ticker: "C", signal: undefined, confidence: undefined }),
  ];
  const report = scoreTheses(rows, PRICES, { horizons: [2] });
  deepEqual([report.rows, report.theses, report.withoutDay, report.withoutThesis], [9, 7, 1, 1]);
  deepEqual(report.horizons[0]?.leftOut, [
    { reason: "no_prices", theses: 1, tickers: ["NOPE"] },
    { reason: "not_ended", theses: 1, tickers: ["A"] },
  ]);
});

Deno.test("scoreTheses() counts the theses that were sent when the outcome was known", () => {
  const asked = (askedAt: string) =>
    scoreTheses([thesisRow({ ticker: "A", askedAt })], PRICES, { horizons: [2] }).horizons[0]?.askedAfter;
  deepEqual([asked("2020-01-02T23:00:00Z"), asked("2020-01-03T00:00:00Z")], [0, 1]);
});

const STATED = [
  { horizon: "2d", is: [true, false] },
  { horizon: undefined, is: [true, true] },
  { horizon: "forever", is: [false, false] },
];
for (const { horizon, is } of STATED) {
  Deno.test(`scoreTheses() judges chances of theses about ${horizon} at that horizon`, () => {
    const rows = ROWS.map((row) => ({ ...row, horizon }));
    const { horizons } = scoreTheses(rows, PRICES, { horizons: [2, 1] });
    deepEqual(horizons.map(({ isStated }) => isStated), is);
    deepEqual(horizons.map(({ verdicts }) => verdicts.confidence === "proves_nothing"), is);
  });
}

Deno.test("scoreTheses() accepts theses with only signal and confidence, and no rows", () => {
  const [score] = scoreTheses([thesisRow({ ticker: "A" })], PRICES, { horizons: [2] }).horizons;
  deepEqual([score?.drawdown, score?.rankCorrelation.mean, score?.scored.theses], [undefined, undefined, 0]);
  equal(scoreTable(scoreTheses([], PRICES)).trim().split("\n").length, 4);
});

Deno.test("scoreTheses() does not depend on the order of rows", () => {
  const days = weekdays("2020-01-01", 30);
  const walk = (seed: number) => days.map((_, at) => 100 + 10 * Math.sin(seed * 7.3 + at * (1 + seed / 3)));
  const prices = pricesOf({ A: walk(1), B: walk(2), C: walk(3), D: walk(4), E: walk(5) }, { index: walk(6) });
  const anyRow = fc.record({
    ticker: fc.constantFrom("A", "B", "C", "D", "E", "X"),
    asOf: fc.constantFrom(...days),
    signal: fc.constantFrom("bullish", "bearish", "neutral", "no_view"),
    confidence: fc.double({ min: -0.1, max: 1.1, noNaN: true }),
    score: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
    drawdownProbability: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  }).map(thesisRow);
  const shuffled = fc.array(anyRow, { minLength: 15, maxLength: 40, size: "max" })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
  fc.assert(fc.property(shuffled, ([rows, other]) => {
    const options = { horizons: [1, 5, 21] };
    equal(scoreTable(scoreTheses(other, prices, options)), scoreTable(scoreTheses(rows, prices, options)));
  }));
});

Deno.test("scoreTheses() treats an excess of 0 as not positive: a bearish thesis is right", () => {
  const rows = [thesisRow({ ticker: "Z", signal: "bearish" })];
  const [score] = scoreTheses(rows, pricesOf({ Z: INDEX }, { index: INDEX }), { horizons: [2] }).horizons;
  deepEqual([score?.hits?.value, score?.positive?.value], [1, 0]);
});

Deno.test("scoreTable() keeps the order of the horizons", () => {
  const text = scoreTable(scoreTheses(ROWS, PRICES, { horizons: [2, 1] }));
  deepEqual([...text.matchAll(/^(\d+),theses,/gm)].map(([, horizon]) => horizon), ["2", "1"]);
});

Deno.test("scoreTable() has one figure per line, with its sample, and an empty cell where there is no figure", () => {
  const text = scoreTable(scoreTheses(ROWS, PRICES, { horizons: [2] }));
  const lines = text.trim().split("\n");
  equal(lines[0], "horizon,measure,bin,value,low,high,n,dates,independent_dates");
  ok(lines.every((line) => line.split(",").length === 9));
  ok(lines.includes("2,theses,,5,,,5,1,1"));
  match(text, /\n2,hit_rate,,0\.6666666666666666,0\.20\d+,0\.93\d+,3,1,1\n/);
  match(text, /\n2,rank_correlation_mean,,,,,0,0,0\n/);
  match(text, /\n2,drawdown_bin_happened,5,1,0\.20\d+,1,1,1,1\n/);
});

const DOWN = [...Array.from({ length: 5 }, () => 100), ...Array.from({ length: 5 }, (_, at) => 80 - 12 * at)];
const WHOLE = Array.from({ length: 40 }, (_, at) => 100 + at % 3);

for (const index of [WHOLE, undefined]) {
  Deno.test(`of a name that ended a fall is decided, and the name is listed ${index ? "with" : "without"} a benchmark`, () => {
    const prices = pricesOf({ DEAD: DOWN, SOLD: WHOLE.slice(0, 10), AAA: WHOLE }, { index });
    const rows = ["DEAD", "SOLD", "AAA"].map((ticker) => thesisRow({ ticker, drawdownProbability: 0.5 }));
    const [near, far] = scoreTheses(rows, prices, { horizons: [21, 63] }).horizons;
    equal(near?.drawdown?.sample.theses, 2); // DEAD fell, AAA did not; whether SOLD would have nobody knows
    equal(near?.drawdown?.happened.value, 0.5);
    deepEqual([near?.sample.theses, near?.hits?.sample.theses], [1, 1]); // no return to a day without a close
    deepEqual(near?.leftOut, [{ reason: "ended", theses: 2, tickers: ["DEAD", "SOLD"] }]);
    // while the horizon is open for all, falls are not counted before what does not fall
    deepEqual(far?.leftOut, [{ reason: "not_ended", theses: 3, tickers: ["AAA", "DEAD", "SOLD"] }]);
  });
}
