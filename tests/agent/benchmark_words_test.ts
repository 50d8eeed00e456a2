import { equal, ok } from "../assert.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Bar, Dataset } from "../../src/data/dataset.ts";
import { seriesOf } from "../../src/data/series.ts";
import { tradingDays } from "../trading_days.ts";
import { askOf, saidThesisOf } from "./ask.ts";

const DAYS = tradingDays("2020-01-01", 300);

/** Bars of 300 days that swing by another measure for each company. */
function barsOf(swing: number): readonly Bar[] {
  return Array.from({ length: 300 }, (_, at) => ({
    date: DAYS[at] ?? "",
    close: 100 + 0.01 * swing * at + swing * Math.sin(at * (1 + swing / 100)),
    volume: 1000,
  }));
}

/** Nine companies, and a benchmark of this ticker. */
function datasetWith(benchmark: string): Dataset {
  const tickers = [..."ABCDEFGHI"].map((letter) => letter.repeat(3));
  const facts = { frequency: "daily", basis: "price", currency: "USD", source: "waves" } as const;
  return createDataset({
    name: "Waves",
    notice: "Made up.",
    companies: tickers.map((ticker) => ({ ticker, name: `${ticker} Inc.` })),
    benchmark,
    sources: [{ id: "waves", title: "Made up", sha256: "0" }],
    series: [benchmark, ...tickers].map((ticker, at) => seriesOf({ ...facts, ticker }, barsOf(1 + at))),
  });
}

const NAMES: readonly (readonly [ticker: string, name: string])[] = [
  ["BENCHMARK", "the benchmark"],
  ["INDEX", "the index"],
  ["^GSPC", "the S&P 500"],
  ["SPY", "the S&P 500 (SPY)"],
  ["my_index.csv", "my_index.csv"],
  ["MSCI World 12\u20131 (USD).csv", "MSCI World 12\u20131 (USD).csv"],
  ["volatility.csv", "volatility.csv"],
  ["AAA.index.csv.gz", "AAA.index.csv.gz"],
];
for (const [ticker, name] of NAMES) {
  Deno.test(`sentences call the benchmark ${ticker} "${name}", and every one is verified`, async () => {
    const dataset = datasetWith(ticker);
    for (const company of ["AAA", "EEE", "III"]) {
      const { agent_thesis, key_drivers, risks, metadata } = saidThesisOf(await askOf(dataset, `Analyse ${company}`));
      const said = [agent_thesis.reasoning, ...key_drivers, ...risks].join("\n");
      ok(said.includes(`beating ${name} over the next`), said);
      ok(said.includes(`beta to ${name}`), said);
      equal(said.includes("BENCHMARK") || said.includes("INDEX"), false, said);
      equal(metadata?.verification?.claims_removed, 0, said);
    }
  });
}
