/**
 * A small world of real figures, 1990 to 2022: months of eight companies and the S&P 500, days of AAPL and the index, facts,
 * splits and trades of some. `history/SOURCES.md` tells where they are from.
 */
import type { Bar, LoadedDataset, PriceSeries } from "../../src/data/dataset.ts";
import { dailySeries, openTables, type Tables } from "../../src/data/prices/sample.ts";
import { seriesOf } from "../../src/data/series.ts";
import { records } from "../data/support.ts";

const INDEX = "^GSPC";
const PRICES = ["daily_prices.csv", "daily_index.csv"];
const MONTHS = "monthly_closes.csv";
const TITLES = {
  "daily_prices.csv": "AAPL daily, Yahoo Finance through npm @observablehq/sample-datasets",
  "daily_index.csv": "S&P 500 daily, Yahoo Finance through npm vega-datasets",
  "facts.csv": "SEC company facts (XBRL)",
  "filings.csv": "SEC submissions",
  "reports.csv": "The reports of the SEC company facts",
  "splits.csv": "Splits, SEC company facts",
  "trades.csv": "SEC Forms 4 of insiders",
  [MONTHS]: "Month-end closes, Yahoo Finance through Debian python-matplotlib-data",
};

/** The text of one of its tables. */
export function historyText(file: string): string {
  return Deno.readTextFileSync(new URL(`history/${file}`, import.meta.url));
}

/** Opens it as of 2017-12-29; a view of a later day has later bars. */
export function openHistory(): Promise<LoadedDataset> {
  const texts = Object.fromEntries([...Object.keys(TITLES), "companies.csv"].map((file) => [file, historyText(file)]));
  return Promise.resolve(openTables(texts as Tables, {
    name: "Sample history",
    notice: "Sample history: real prices, not today's market.",
    asOf: "2017-12-29",
    benchmark: INDEX,
    titles: TITLES,
    series: [...PRICES.flatMap((file) => dailySeries(file, historyText(file))), ...monthlySeries()],
  }));
}

/** One column per ticker: the stocks include dividends, the index does not. */
function monthlySeries(): PriceSeries[] {
  const rows = records(historyText(MONTHS));
  return Object.keys(rows[0] ?? {}).slice(1).map((ticker) => {
    const basis = ticker === INDEX ? "price" : "total_return";
    const bars = rows.filter((row) => row[ticker]).map((row): Bar => ({
      date: row["date"] ?? "",
      close: Number(row[ticker]),
    }));
    return seriesOf({ ticker, frequency: "monthly", basis, currency: "", source: `sample/${MONTHS}` }, bars);
  });
}
