import { deepEqual, ok } from "../assert.ts";
import type { Bar } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import { tradingDays } from "../trading_days.ts";
import { answersOf } from "./answers.ts";

const DAYS = tradingDays("2020-01-01", 300);

/** Closes that go up and down a little. */
function walk(level: number): readonly Bar[] {
  return DAYS.map((date, at) => ({ date, close: level * (100 + at % 7 + at % 11), volume: 1000 + at % 13 }));
}

/** The last bars of a walk replaced by these. */
function ending(...last: readonly Omit<Bar, "date">[]): readonly Bar[] {
  const start = DAYS.length - 20;
  return DAYS.map((date, at) => ({
    date,
    close: 100,
    volume: 9,
    ...at < start ? {} : last[at - start] ?? last.at(-1),
  }));
}

const closes = (...all: readonly number[]) => all.map((close) => ({ close }));

/** Where figures that are equal on paper differ in their last digits, or stand exactly on a limit. */
const CASES: readonly { what: string; all: readonly (readonly Bar[])[] }[] = [
  { what: "closes that never move", all: [DAYS.map((date) => ({ date, close: 123.45, volume: 7 }))] },
  { what: "ten companies with the same returns", all: [3, 7, 11, 13, 17, 19, 23, 29, 31, 37].map(walk) },
  { what: "a close that is back to exactly a tenth below", all: [ending(...closes(100, 200, 90))] },
  { what: "a close that is back to exactly a tenth above", all: [ending(...closes(100, 20, 110))] },
  { what: "a move of exactly 40%", all: [ending(...closes(100, 140)), ending(...closes(100, 60))] },
  { what: "a move on the edge of a split", all: [ending(...closes(100, 309)), ending(...closes(100, 206))] },
  { what: "a close that is a tenth above the high", all: [ending({ close: 110, high: 100, low: 90 }, { close: 100 })] },
  { what: "a close that is 0.001% above the high", all: [ending({ close: 100.001, high: 100 }, { close: 100 })] },
];

for (const { what, all } of CASES) {
  Deno.test(`nothing is removed from answers about ${what}: analyst and verifier rank and limit alike`, async () => {
    const tickers = all.map((_, at) => `T${"ABCDEFGHIJ"[at]}`);
    const data = createDataset({
      name: "Made data",
      notice: "Made up.",
      companies: tickers.map((ticker) => ({ ticker, name: ticker })),
      sources: [{ id: "made.csv", title: "Made up", sha256: "0" }],
      series: all.map((bars, at) =>
        seriesOf(
          { ticker: tickers[at] ?? "", frequency: "daily", basis: "price", currency: "USD", source: "made.csv" },
          bars,
        )
      ),
    });
    const questions = [...tickers.map((ticker) => `Analyse $${ticker}`), `Compare ${tickers.join(", ")}`];
    const answers = await answersOf(data, questions.map((input) => ({ input })));
    ok(answers.length >= tickers.length);
    const lost = answers.filter(({ verified }) => verified.verification.claims_removed !== 0);
    deepEqual(lost.map(({ question, verified }) => [question, verified.verification.checks]), []);
  });
}
