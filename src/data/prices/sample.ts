import { createHash } from "node:crypto";
import { parse as parseOfStd } from "@std/csv";
import { parse } from "../../text/csv_read.ts";
import { readCompanies } from "./company_table.ts";
import { createDataset } from "../dataset_in_memory.ts";
import type { Company, DataSource, LoadedDataset, PriceSeries } from "../dataset.ts";
import { PriceTable } from "./price_table.ts";
import { factsOfFigures, filingsOfTable, reportsOfTable, splitsOfTable, type TableRow } from "../filings/own_tables.ts";
import { combineTrades } from "../insider/combine_trades.ts";
import { tradesOfTable } from "../insider/trade_table.ts";
import { NO_RECORDS, type StoredRecords } from "../records.ts";

/** The part of `@std/csv` that is used, for tables of our own: it refuses a malformed one, and lists of others go on. */
const rowsOf: (text: string, options: { readonly skipFirstRow: true }) => readonly TableRow[] = parseOfStd;
/** Titles of what is in the tables, by file. */
const TITLES: Readonly<Record<string, string>> = {
  "prices.csv": "Daily prices of twenty companies and SPY, GitHub fontem-eu/edgar-data-fetcher",
  "facts.csv": "SEC company facts and annual reports; some EPS and balances as Polygon has them",
  "reports.csv": "The reports that state the facts",
  "filings.csv": "Days of results, SEC submissions and PyPI stocks-earnings-dates",
  "splits.csv": "Splits, from reports to the SEC",
  "trades.csv": "SEC Forms 4 of insiders",
};

/** Tables of our own, by the names of their files. */
type Tables = Readonly<
  Record<"companies.csv" | "facts.csv" | "reports.csv" | "filings.csv" | "splits.csv" | "trades.csv", string>
>;

/**
 * Opens the sample: real prices of twenty companies and the S&P 500 (SPY), imported as text modules, which needs no
 * permission. `src/data/sample/SOURCES.md` lists the sources.
 * @returns The sample as of 2025-03-31; a view of a later day has later bars.
 */
export async function openSample(): Promise<LoadedDataset> {
  const [prices, companies, facts, reports, filings, splits, trades] = (await Promise.all([
    import("../sample/prices.csv", { with: { type: "text" } }),
    import("../sample/companies.csv", { with: { type: "text" } }),
    import("../sample/facts.csv", { with: { type: "text" } }),
    import("../sample/reports.csv", { with: { type: "text" } }),
    import("../sample/filings.csv", { with: { type: "text" } }),
    import("../sample/splits.csv", { with: { type: "text" } }),
    import("../sample/trades.csv", { with: { type: "text" } }),
  ])).map((table) => table.default) as [string, string, string, string, string, string, string];
  const tables = {
    "prices.csv": prices,
    "companies.csv": companies,
    "facts.csv": facts,
    "reports.csv": reports,
    "filings.csv": filings,
    "splits.csv": splits,
    "trades.csv": trades,
  };
  const { companies: known, currencies } = readCompanies(companies, "companies.csv");
  const currency = currencies.get("*") ?? "";
  return createDataset({
    name: "Sample",
    notice: "Sample: real prices of 2024 and 2025, not today's market.",
    asOf: "2025-03-31",
    companies: known,
    benchmark: "SPY",
    sources: Object.entries(tables).flatMap(([file, text]): DataSource[] => {
      const sha256 = createHash("sha256").update(text).digest("hex");
      return TITLES[file] === undefined ? [] : [{ id: `sample/${file}`, title: TITLES[file], sha256 }];
    }),
    records: recordsOf(tables),
    series: dailySeries("prices.csv", prices).map((one) => ({ ...one, currency })),
  });
}

/** The companies of the sample. */
export async function sampleCompanies(): Promise<readonly Company[]> {
  const { default: text } = await import("../sample/companies.csv", { with: { type: "text" } });
  return readCompanies(text, "companies.csv").companies;
}

/** What is filed by and about each company. */
function recordsOf(tables: Tables): readonly StoredRecords[] {
  const rows = (file: keyof Tables) => rowsOf(tables[file], { skipFirstRow: true });
  const facts = factsOfFigures(rows("facts.csv"), {
    reports: reportsOfTable(rows("reports.csv")),
    source: "sample/facts.csv",
  });
  const filings = filingsOfTable(rows("filings.csv"), "sample/filings.csv");
  const splits = splitsOfTable(rows("splits.csv"), "sample/splits.csv");
  const reported = tradesOfTable(parse(tables["trades.csv"]), { file: "sample/trades.csv" }).companies;
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

/** The daily series of a table of prices, in which an empty ticker is that of the row above. */
function dailySeries(file: string, text: string): readonly PriceSeries[] {
  const table = new PriceTable({ file, source: `sample/${file}` });
  let ticker = "";
  for (const { cells: [first, ...cells], ...record } of parse(text)) {
    ticker = first || ticker;
    table.add({ ...record, cells: [ticker, ...cells] });
  }
  return table.finish().series;
}
