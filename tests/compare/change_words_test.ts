import { equal, ok } from "../assert.ts";
import { changeCountWords, changeWords, kindWords } from "../../src/compare/change_words.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { ChangeKind, RowChange } from "../../src/compare/comparison.ts";
import { ladder, run, thesis } from "./thesis_rows.ts";

/** A change of one name; options replace any part. */
function change(other: Partial<RowChange>): RowChange {
  return {
    ...{ ticker: "AAPL", kinds: [], newDrivers: [], vanishedDrivers: [], newRisks: [], vanishedRisks: [], claims: [] },
    before: { row: 1, status: "done", signal: "neutral", rank: 60, percentile: 41, drawdownProbability: 0.2 },
    after: { row: 1, status: "done", signal: "bullish", rank: 21, percentile: 76.4, drawdownProbability: 0.3 },
    ...other,
  };
}

const chances = (from: number | undefined, to: number | undefined): Partial<RowChange> => ({
  kinds: ["drawdown_crossed"],
  before: { row: 1, status: "done", drawdownProbability: from },
  after: { row: 1, status: "done", drawdownProbability: to },
});

const KINDS: readonly (readonly [says: string, kind: ChangeKind, to: number])[] = [
  ["drawdown risk rose above 25%", "drawdown_crossed", 0.3],
  ["drawdown risk fell below 25%", "drawdown_crossed", 0.2],
  ["score moved", "score_moved", 0.3],
  ["new drivers", "drivers", 0.3],
];
for (const [says, kind, to] of KINDS) {
  Deno.test(`kindWords() says "${says}"`, () => equal(kindWords(kind, change(chances(0.25, to))), says));
}

const CASES: readonly (readonly [says: string, change: Partial<RowChange>])[] = [
  ["neutral to bullish", { kinds: ["flipped"] }],
  ["neutral to bullish, score +0.36 to +0.42", {
    kinds: ["flipped"],
    before: { row: 1, status: "done", signal: "neutral", score: 0.3621 },
    after: { row: 1, status: "done", signal: "bullish", score: 0.4158 },
  }],
  ["neutral to bearish, score 0.00 to -0.41", {
    kinds: ["flipped"],
    before: { row: 1, status: "done", signal: "neutral", score: -0.001 },
    after: { row: 1, status: "done", signal: "bearish", score: -0.41 },
  }],
  ["no view to no signal", {
    kinds: ["flipped"],
    before: { row: 1, status: "done", signal: "no_view" },
    after: { row: 1, status: "done", signal: "" },
  }],
  ["score +0.36 to +0.20", {
    kinds: ["score_moved"],
    before: { row: 1, status: "done", score: 0.3621 },
    after: { row: 1, status: "done", score: 0.2021 },
  }],
  ["up 39 places, rank 60 to 21", { kinds: ["rank_moved"] }],
  ["down in the ranking", {
    kinds: ["rank_moved"],
    before: { row: 1, status: "done", percentile: 51 },
    after: { row: 1, status: "done", percentile: 30 },
  }],
  ["drawdown risk 20% to 30%", { kinds: ["drawdown_crossed"] }],
  ["drawdown risk 25.4% to 24.9%", chances(0.254, 0.249)],
  ["drawdown risk 24.96% to 25.00%", chances(0.2496, 0.25)],
  ["drawdown risk 24.996% to 30.000%", chances(0.24996, 0.3)],
  ["drawdown risk 25% to 12%", chances(0.25, 0.12)],
  ["neutral to bullish; drawdown risk 20% to 30%; up 39 places, rank 60 to 21; new risk: debt", {
    kinds: ["flipped", "drawdown_crossed", "rank_moved", "risks"],
    newRisks: ["debt"],
  }],
  ["added to the list: bullish", { kinds: ["new"], before: undefined }],
  ["new: bullish, in doubt before", { kinds: ["new"], before: { row: 1, status: "in_doubt" } }],
  ["removed: was neutral", { kinds: ["gone"], after: undefined }],
  ["gone: failed now, was neutral", { kinds: ["gone"], after: { row: 1, status: "failed" } }],
  ["new driver: high 1-month return, at 3.2%, rank 93 of 501", {
    kinds: ["drivers"],
    newDrivers: ["Against: AAPL's high 1-month return, at 3.2%, rank 93 of 501; a stronger month has tended to fade."],
  }],
  ["risk gone: volatility is 31.0% a year, near the top", {
    kinds: ["risks"],
    vanishedRisks: ["AAPL's volatility is 31.0% a year, near the top; more explains."],
  }],
  ["2 new risks; risk gone: debt; 3 drivers gone", {
    kinds: ["risks", "drivers"],
    newRisks: ["a", "b"],
    vanishedRisks: ["debt."],
    vanishedDrivers: ["c", "d", "e"],
  }],
  ["new risk: AAPL", { kinds: ["risks"], newRisks: ["AAPL"] }],
];
for (const [says, fields] of CASES) {
  Deno.test(`changeWords() says "${says}"`, () => equal(changeWords(change(fields)), says));
}

Deno.test("changeWords() returns one short line without control characters, whatever the service wrote", () => {
  const hostile = "\x1b[31mRisk\x07\nof\u202e ruin " + "long ".repeat(500);
  const words = changeWords(change({
    kinds: ["flipped", "risks"],
    after: { row: 1, status: "done", signal: hostile },
    newRisks: [hostile],
  }));
  ok(!/\p{Cc}|[\u202a-\u202e]/u.test(words), words);
  ok(words.length < 200, words);
});

Deno.test("changeWords() cuts a text at maxPointChars", () => {
  const words = changeWords(change({ kinds: ["risks"], newRisks: ["debt of the parent"] }), { maxPointChars: 8 });
  equal(words, "new risk: debt of…");
});

Deno.test("changeCountWords() counts the changes by kind, and the unchanged names", () => {
  equal(changeCountWords(compareRuns(run(ladder()), run(ladder()))), "11 unchanged");
  const rows = [thesis("A"), thesis("B"), thesis("C", { drawdownProbability: 0.2 }), thesis("D"), thesis("E")];
  const later = [
    thesis("A", { signal: "bullish" }),
    thesis("C", { drawdownProbability: 0.4, risks: ["debt"] }),
    thesis("D", { drivers: ["cash"] }),
    ...[thesis("E"), thesis("F")],
  ];
  equal(
    changeCountWords(compareRuns(run(rows), run(later))),
    "1 view changed, drawdown risk: 1 rose above 25%, 1 removed, 1 new, 1 with other drivers or risks, 1 unchanged",
  );
  const worded = (drivers: readonly string[]) =>
    run(["A", "B", "C"].map((ticker) => thesis(ticker, { score: 0.1, drivers, drawdownProbability: 0.2 })));
  equal(changeCountWords(compareRuns(worded(["cash"]), worded(["calm"]))), "3 with the same view");
  const chances = (all: readonly number[]) =>
    run(all.map((drawdownProbability, at) => thesis(`T${at}`, { drawdownProbability })));
  equal(
    changeCountWords(compareRuns(chances([0.1, 0.2, 0.3, 0.4]), chances([0.3, 0.4, 0.2, 0.41]))),
    "drawdown risk: 2 rose above 25%, 1 fell below, 1 unchanged",
  );
  equal(
    changeCountWords(compareRuns(chances([0.3, 0.4]), chances([0.2, 0.4]))),
    "drawdown risk: 1 fell below 25%, 1 unchanged",
  );
  const moved = compareRuns(run(ladder()), run(ladder((at) => at === 0 ? 10 : at === 10 ? 0 : at)));
  equal(changeCountWords(moved), "2 rank moves, 9 unchanged");
});
