import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import type { ScoreReport } from "../../src/score/score_report.ts";
import { scoreTheses } from "../../src/score/score_runs.ts";
import { blockLines } from "../../src/view/block_lines.ts";
import { scoreBlocks, type ScoreContext } from "../../src/view/score_blocks.ts";
import { scorePicture } from "../../src/view/chart/reliability.ts";
import { counted } from "../../src/text/counted.ts";
import { datesWords, decimal, mainHorizon, percent } from "../../src/view/score_verdict.ts";
import { pricesOf, thesisRow, weekdays } from "../score/prices.ts";

const DAYS = weekdays("2020-01-01", 141);
const NAMES = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
/** Later names rise more; the last two fall by a fifth within four days of each fifth day. */
const closesOf = (at: number) =>
  DAYS.map((_, day) => 100 * 1.001 ** (at * day) * (at >= 8 && day % 5 >= 2 && day % 5 <= 3 ? 0.8 : 1));
const CLOSES = Object.fromEntries(NAMES.map((name, at) => [name, closesOf(at)]));
const INDEX = DAYS.map((_, day) => 100 * 1.0045 ** day);

/** One thesis for each name at each fifth day. */
function rowsOf(say: (at: number) => Partial<ThesisRow>): ThesisRow[] {
  return DAYS.filter((_, day) => day % 5 === 0).flatMap((asOf) =>
    NAMES.map((ticker, at) => thesisRow({ ticker, asOf, ...say(at) }))
  );
}

const scoreLines = (report: ScoreReport, { width, ...context }: ScoreContext & { readonly width: number }) =>
  blockLines(scoreBlocks(report, context), width);
const SHOWN = { width: 1000, runs: [{ folder: "runs/a", service: "embedded" }], data: "Prices of a test.", files: [] };
const pageOf = (rows: ThesisRow[], { isRaw = false, horizons = [5] } = {}) =>
  scoreLines(scoreTheses(rows, pricesOf(CLOSES, isRaw ? {} : { index: INDEX }), { horizons }), SHOWN).join("\n");

const VERDICTS = [
  {
    when: "every thesis is right",
    say: (at: number) => ({ score: at, confidence: at / 10, drawdownProbability: at >= 8 ? 0.9 : 0.01 }),
    says:
      /^5 trading days: higher scores had higher returns; confidence beats the base rate; higher-risk names did fall more often; drawdown risk beats/,
  },
  {
    when: "every thesis is wrong",
    say: (at: number) => ({ score: -at, confidence: 1 - at / 10, drawdownProbability: at >= 8 ? 0.1 : 0.8 + at / 100 }),
    says:
      /^5 trading days: HIGHER SCORES HAD LOWER RETURNS; CONFIDENCE IS WORSE THAN THE BASE RATE; HIGHER-RISK NAMES FELL LESS OFTEN/,
  },
  {
    when: "there are only signals",
    say: () => ({ confidence: undefined }),
    says: /^5 trading days: the theses state neither/,
  },
];
for (const { when, say, says } of VERDICTS) {
  Deno.test(`scoreLines() begins with the verdict when ${when}`, () => match(pageOf(rowsOf(say)), says));
}

Deno.test("scoreLines() says that few theses, or few dates, prove nothing", () => {
  const page = pageOf(rowsOf((at) => ({ score: at })).slice(0, 40));
  match(
    page,
    /^5 trading days: too few to judge \(40 theses on 4 independent dates; at least 100 theses and 12 independent dates needed\)\./,
  );
});

Deno.test("scoreLines() warns that there is no benchmark", () => {
  match(pageOf(rowsOf(() => ({})), { isRaw: true }), /Statement: the return is positive\. NO BENCHMARK: raw returns/);
});

Deno.test("scoreLines() says that a figure of few signals proves nothing", () => {
  const page = pageOf(rowsOf((at) => ({ score: at, signal: at === 0 ? "bearish" : "neutral" })));
  match(
    page,
    /signals right +100\.0% +88 to 100% of 28 bullish or bearish; too few to judge: 28 theses, 28 independent/,
  );
});

Deno.test("scoreLines() names what was dropped and skipped, with equal horizons together", () => {
  const rows = [
    ...rowsOf((at) => ({ score: at, horizon: "5d", askedAt: "2026-01-01T00:00:00Z" })),
    ...rowsOf(() => ({})).slice(0, 3),
    thesisRow({ ticker: "NOPE\u001b[31m" }),
    thesisRow({ ticker: "A", signal: undefined }),
  ];
  const page = pageOf(rows, { horizons: [5, 4] });
  match(page, /295 rows, 291 theses; dropped: 1 without a thesis, 3 repeat a name and day\./);
  match(page, /- 5, 4 days: skipped 1 thesis: no prices: NOPE\./);
  match(page, /- 5, 4 days: 280 theses requested after the horizon ended: a language model/);
  match(page, /The theses state a horizon of 5d; at other horizons/);
  equal(page.includes("\u001b"), false);
});

Deno.test("scoreLines() does not mention another horizon where there is none", () => {
  equal(pageOf(rowsOf(() => ({ horizon: "5d" }))).includes("at another horizon"), false);
});

Deno.test("scoreLines() says that more than one service answered", () => {
  const runs = [{ folder: "a", service: "one" }, { folder: "b", service: "two" }];
  const report = scoreTheses(rowsOf(() => ({})), pricesOf(CLOSES), { horizons: [5] });
  match(
    scoreLines(report, { ...SHOWN, runs }).join("\n"),
    /2 runs as one record, from one and two\.\n[^]*score them separately\./,
  );
});

Deno.test("scoreLines() says in sentences of their own what was scored, and by which prices", () => {
  const report = scoreTheses(rowsOf(() => ({})), pricesOf(CLOSES), { horizons: [5] });
  for (
    const data of ["Sample history: real prices, not today's market. They end on 2022-05-31.", "Prices of 2 names."]
  ) {
    const lines = scoreLines(report, { ...SHOWN, data });
    const at = lines.indexOf(data);
    equal(lines[at - 1], "Scored: the run runs/a, from embedded.");
  }
});

Deno.test("scoreLines() fits the width and loses no word", () => {
  const report = scoreTheses(rowsOf((at) => ({ score: at, drawdownProbability: 0.2 })), pricesOf(CLOSES), {
    horizons: [5],
  });
  const words = (width: number) => scoreLines(report, { ...SHOWN, width }).join(" ").split(/\s+/).join(" ");
  for (const width of [60, 80, 120]) {
    const lines = scoreLines(report, { ...SHOWN, width });
    ok(lines.every((line) => line.length <= width), lines.find((line) => line.length > width));
    equal(words(width), words(1000));
  }
});

Deno.test("scorePicture() shows the horizon that the theses are about, with the verdict", () => {
  const rows = rowsOf((at) => ({ score: at, drawdownProbability: at / 10, horizon: "5d" }));
  const report = scoreTheses(rows, pricesOf(CLOSES, { index: INDEX }), { horizons: [4, 5] });
  equal(mainHorizon(report)?.horizon, 5);
  const picture = scorePicture(report);
  equal(picture?.title, "What happened 5 trading days later");
  match(picture?.subtitle[0] ?? "", /^Higher scores had higher returns; CONFIDENCE/);
  deepEqual(picture?.panels.map(({ title, points }) => [title, points.length]), [
    ["Beats the index", 1],
    ["Falls 15% or more", 5],
  ]);
  equal(picture?.dates?.points.length, 28);
});

Deno.test("scorePicture() is undefined where nothing can be judged", () => {
  equal(scorePicture(scoreTheses([thesisRow({ ticker: "NOPE" })], pricesOf(CLOSES))), undefined);
  equal(scorePicture(scoreTheses([], pricesOf(CLOSES))), undefined);
});

Deno.test("words of a score: verdicts and dates", () => {
  deepEqual([counted(1, "thesis"), counted(1234, "thesis"), counted(0, "month")], [
    "1 thesis",
    "1,234 theses",
    "0 months",
  ]);
  deepEqual([decimal(-0.0001, 2), decimal(-0.01, 2), percent(0.1974)], ["0.00", "−0.01", "19.7%"]);
  equal(datesWords({ theses: 9, dates: 12, independentDates: 6 }), "12 dates, 6 of them independent");
  equal(datesWords({ theses: 9, dates: 12, independentDates: 12 }), "12 independent dates");
  equal(datesWords({ theses: 9, dates: 1, independentDates: 1 }), "1 date");
});

Deno.test("no t is printed of fewer than 12 independent dates, and the dates that none counts are named", () => {
  const say = (at: number) => ({ score: at, drawdownProbability: at / 10 });
  // scores whose order is another on every other date
  const rows = rowsOf(say).map((row, at) => ({ ...row, score: at % 20 === 3 ? 20 : row.score }));
  const of = (dates: readonly string[]) => pageOf(rows.filter(({ asOf = "" }) => dates.includes(asOf)));
  const apart = DAYS.filter((_, day) => day % 5 === 0);
  match(of(apart.slice(0, 12)), /rank correlation with the return, mean of 12 dates, t /);
  ok(!/, t /.test(of(apart.slice(0, 11))), "11 dates");
  const [first = "", second = ""] = apart;
  const late = DAYS[7] ?? "";
  const three = [...rows, ...NAMES.map((ticker, at) => thesisRow({ ticker, asOf: late, ...say(at) }))]
    .filter(({ asOf = "" }) => [first, second, late].includes(asOf));
  match(pageOf(three), new RegExp(`t counts 2 of 3 dates; left out, because the period overlaps or .*: ${late}\\.`));
  const few = rows.filter(({ asOf, ticker }) => asOf === first || (asOf === second && ticker < "C"));
  match(pageOf(few), new RegExp(`no rank correlation, of few names or equal figures: ${second}\\.`));
  match(pageOf(few), new RegExp(`no AUC of falls, all fell or none: ${second}\\.`));
});
