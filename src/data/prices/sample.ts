import { createHash } from "node:crypto";
import { parse as parseOfStd } from "@std/csv";
import { parse } from "../../text/csv_read.ts";
import { readCompanies } from "./company_table.ts";
import { createDataset } from "../dataset_in_memory.ts";
import type { Bar, DataSource, LoadedDataset, PriceSeries } from "../dataset.ts";
import { PriceTable } from "./price_table.ts";
import { seriesOf } from "../series.ts";
import { factsOfFigures, filingsOfTable, reportsOfTable, splitsOfTable, type TableRow } from "../filings/own_tables.ts";
import { combineTrades } from "../insider/combine_trades.ts";
import { tradesOfTable } from "../insider/trade_table.ts";
import { NO_RECORDS, type StoredRecords } from "../records.ts";

/** The part of `@std/csv` that is used, for tables of our own: it refuses a malformed one, and lists of others go on. */
const rowsOf: (text: string, options: { readonly skipFirstRow: true }) => readonly TableRow[] = parseOfStd;
const HEADED = { skipFirstRow: true } as const;
const INDEX = "^GSPC";
/** All series have bars up to this day, and some continue after it. */
const AS_OF = "2017-12-29";

const TITLES = {
  "daily_prices.csv": "AAPL daily, Yahoo Finance through npm @observablehq/sample-datasets",
  "daily_index.csv": "S&P 500 daily, Yahoo Finance through npm vega-datasets",
  "facts.csv": "SEC company facts (XBRL)",
  "filings.csv": "SEC submissions",
  "reports.csv": "The reports of the SEC company facts",
  "splits.csv": "Splits, SEC company facts",
  "trades.csv": "SEC Forms 4 of insiders",
  "monthly_closes.csv": "Month-end closes, Yahoo Finance through Debian python-matplotlib-data",
} as const;

/**
 * Opens the sample: real prices of eight companies and the S&P 500, imported as text modules, which
 * needs no permission. `src/data/sample/SOURCES.md` lists the sources.
 * @returns The sample as of 2017-12-29; a view of a later day has later bars.
 */
export async function openSample(): Promise<LoadedDataset> {
  const [prices, index, months, companies, facts, reports, filings, splits, trades] = await Promise.all([
    import("../sample/daily_prices.csv", { with: { type: "text" } }),
    import("../sample/daily_index.csv", { with: { type: "text" } }),
    import("../sample/monthly_closes.csv", { with: { type: "text" } }),
    import("../sample/companies.csv", { with: { type: "text" } }),
    import("../sample/facts.csv", { with: { type: "text" } }),
    import("../sample/reports.csv", { with: { type: "text" } }),
    import("../sample/filings.csv", { with: { type: "text" } }),
    import("../sample/splits.csv", { with: { type: "text" } }),
    import("../sample/trades.csv", { with: { type: "text" } }),
  ]);
  const list = readCompanies(companies.default, "companies.csv");
  const currency = list.currencies.get("*") ?? "";
  return createDataset({
    name: "Sample history",
    notice: "Sample history: real prices, not today's market.",
    asOf: AS_OF,
    companies: list.companies,
    benchmark: INDEX,
    sources: [
      source("daily_prices.csv", prices.default),
      source("daily_index.csv", index.default),
      source("monthly_closes.csv", months.default),
      source("facts.csv", facts.default),
      source("reports.csv", reports.default),
      source("filings.csv", filings.default),
      source("splits.csv", splits.default),
      source("trades.csv", trades.default),
    ],
    records: recordsOf({
      facts: facts.default,
      reports: reports.default,
      filings: filings.default,
      splits: splits.default,
      trades: trades.default,
    }),
    series: [
      ...dailySeries("daily_prices.csv", prices.default),
      ...dailySeries("daily_index.csv", index.default),
      ...monthlySeries("monthly_closes.csv", months.default),
    ].map((one) => ({ ...one, currency })),
  });
}

type RecordsFile = "facts" | "reports" | "filings" | "splits" | "trades";

/** What is filed by and about each company. */
function recordsOf(texts: Readonly<Record<RecordsFile, string>>): readonly StoredRecords[] {
  const reports = reportsOfTable(rowsOf(texts.reports, HEADED));
  const facts = factsOfFigures(rowsOf(texts.facts, HEADED), { reports, source: "sample/facts.csv" });
  const filings = filingsOfTable(rowsOf(texts.filings, HEADED), "sample/filings.csv");
  const splits = splitsOfTable(rowsOf(texts.splits, HEADED), "sample/splits.csv");
  const reported = tradesOfTable(parse(texts.trades), { file: "sample/trades.csv" }).companies;
  const trades = new Map(
    reported.map(({ owner, records }) => [owner.tickers?.[0] ?? "", combineTrades(records.trades)]),
  );
  return [...new Set([...facts.keys(), ...filings.keys(), ...trades.keys()])].map((ticker): StoredRecords => {
    const all = {
      ...NO_RECORDS,
      facts: facts.get(ticker) ?? [],
      filings: filings.get(ticker) ?? [],
      splits: splits.get(ticker) ?? [],
      trades: trades.get(ticker) ?? [],
    };
    const known = [...all.facts, ...all.filings, ...all.splits, ...all.trades].map((one) => one.known).toSorted();
    const shelves = (["facts", "filings", "splits", "trades"] as const).filter((shelf) => all[shelf].length > 0);
    return { ticker, shelves, first: known[0] ?? "", last: known.at(-1) ?? "", load: () => all };
  });
}

function source(file: keyof typeof TITLES, text: string): DataSource {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { id: `sample/${file}`, title: TITLES[file], sha256 };
}

function dailySeries(file: string, text: string): readonly PriceSeries[] {
  const table = new PriceTable({ file, source: `sample/${file}` });
  for (const record of parse(text)) table.add(record);
  return table.finish().series;
}

/** One column per ticker: the stocks include dividends, the index does not. */
function monthlySeries(file: string, text: string): PriceSeries[] {
  const rows = rowsOf(text, HEADED);
  return Object.keys(rows[0] ?? {}).slice(1).map((ticker) => {
    const basis = ticker === INDEX ? "price" : "total_return";
    const bars = rows.filter((row) => row[ticker]).map((row): Bar => ({
      date: row["date"] ?? "",
      close: Number(row[ticker]),
    }));
    return seriesOf({ ticker, frequency: "monthly", basis, currency: "", source: `sample/${file}` }, bars);
  });
}
