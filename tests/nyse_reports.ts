/** The developers' annual statements of companies, 2012 to 2016, as if each year had been filed 92 days after its end. */
import { nextSession } from "../src/calendar/exchange_days.ts";
import { createDataset } from "../src/data/dataset_in_memory.ts";
import type { LoadedDataset, PriceSeries } from "../src/data/dataset.ts";
import { openPriceFile } from "../src/data/folder/folder.ts";
import { PriceTable } from "../src/data/prices/price_table.ts";
import { type FiledFact, NO_RECORDS, type StoredRecords } from "../src/data/records.ts";
import { parse } from "../src/text/csv_read.ts";
import { sharedPath } from "./needs.ts";

const STATEMENTS = "fundamentals/nyse_annual_2012-2016.csv.gz";
const SECURITIES = "companies/nyse_securities_2017.csv";
const PRICES = "prices/sp500_daily_2013-2018.csv.gz";
const INDEX = "prices/npm_vega_sp500_index_daily_2000-2020.csv";

/** The files of the developers' real data that it needs. */
export const NYSE_FILES: readonly string[] = [STATEMENTS, SECURITIES, PRICES, INDEX];

const SOURCE = "nyse_annual.csv";
const LAG_DAYS = 92;
const DAY = 86_400_000;

/** A year of a company: its last day, and the columns of the table. */
export interface AnnualRow {
  readonly ticker: string;
  /** `YYYY-MM-DD`. */
  readonly end: string;
  readonly value: (column: string) => number;
}

/** The rows of the table by ticker, in order of their years; a year that ends twice counts once. */
export async function annualRows(): Promise<ReadonlyMap<string, readonly AnnualRow[]>> {
  const [header, ...records] = parse(await unpacked(STATEMENTS));
  const names = header?.cells ?? [];
  const at = (name: string) => names.indexOf(name);
  const rows = records.map(({ cells }): AnnualRow => ({
    ticker: cells[at("Ticker Symbol")] ?? "",
    end: isoDay(cells[at("Period Ending")] ?? ""),
    value: (column) => Number(cells[at(column)] || NaN),
  }));
  return new Map([...Map.groupBy(rows, ({ ticker }) => ticker)].map(([ticker, own]) => [
    ticker,
    [...new Map(own.map((one) => [one.end.slice(0, 4), one])).values()].toSorted((a, b) => a.end < b.end ? -1 : 1),
  ]));
}

/** Of `12/31/2012`. */
function isoDay(text: string): string {
  const [month = "", day = "", year = ""] = text.split("/");
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

async function unpacked(path: string): Promise<string> {
  const file = await Deno.open(sharedPath(path));
  return await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
}

/** Tags of the table's columns; `-` where the table has the other sign. */
const FLOWS: readonly (readonly [tag: string, column: string, sign?: "-"])[] = [
  ["Revenues", "Total Revenue"],
  ["CostOfRevenue", "Cost of Revenue"],
  ["GrossProfit", "Gross Profit"],
  ["OperatingIncomeLoss", "Operating Income"],
  ["NetIncomeLoss", "Net Income"],
  ["NetCashProvidedByUsedInOperatingActivities", "Net Cash Flow-Operating"],
  ["PaymentsToAcquirePropertyPlantAndEquipment", "Capital Expenditures", "-"],
];
const BALANCES: readonly (readonly [tag: string, column: string])[] = [
  ["Assets", "Total Assets"],
  ["AssetsCurrent", "Total Current Assets"],
  ["LiabilitiesCurrent", "Total Current Liabilities"],
  ["Liabilities", "Total Liabilities"],
  ["LongTermDebtNoncurrent", "Long-Term Debt"],
  ["RetainedEarningsAccumulatedDeficit", "Retained Earnings"],
  ["StockholdersEquity", "Total Equity"],
];

function factsOf({ ticker, end, value }: AnnualRow): readonly FiledFact[] {
  const filed = shifted(end, LAG_DAYS);
  const report = {
    ...{ form: "10-K", filed, known: nextSession(filed), source: SOURCE },
    accession: `${ticker}-${end.slice(0, 4)}`,
  };
  const start = shifted(end, -364);
  const money = { unit: "USD", end };
  const shares = value("Estimated Shares Outstanding");
  return [
    ...FLOWS.map(([tag, column, sign]) => ({
      ...report,
      ...{ ...money, start, tag: `us-gaap/${tag}`, value: (sign === "-" ? -1 : 1) * value(column) + 0 },
    })),
    ...BALANCES.map(([tag, column]) => ({ ...report, ...money, tag: `us-gaap/${tag}`, value: value(column) })),
    { ...report, end, unit: "shares", tag: "us-gaap/CommonStockSharesOutstanding", value: shares },
  ].filter((fact) => Number.isFinite(fact.value));
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

const BENCHMARK = "^GSPC";

async function indexBars(): Promise<readonly PriceSeries[]> {
  const table = new PriceTable({ file: INDEX, source: INDEX, ticker: BENCHMARK });
  for (const record of parse(await Deno.readTextFile(sharedPath(INDEX)))) table.add(record);
  return table.finish().series.filter(({ basis }) => basis === "price");
}

/** Prices, sectors, and the table as reports. */
export async function nyseDataset(): Promise<LoadedDataset> {
  const [rows, prices, index] = await Promise.all([
    annualRows(),
    openPriceFile(sharedPath(PRICES)),
    indexBars(),
  ]);
  const sectors = new Map(
    parse(await Deno.readTextFile(sharedPath(SECURITIES))).slice(1).map(({ cells: [ticker = "", , , sector = ""] }) =>
      [ticker, sector] as const
    ),
  );
  const view = prices.at(prices.span.last);
  return createDataset({
    ...{ name: "NYSE", notice: "Annual statements with a lag." },
    companies: view.companies.map(({ ticker, name }) => {
      const sector = sectors.get(ticker);
      return { ticker, name, ...(sector !== undefined && { sector }) };
    }),
    benchmark: BENCHMARK,
    sources: [...view.sources, { id: INDEX, title: INDEX, sha256: "" }],
    series: [...view.companies.flatMap(({ ticker }) => view.prices(ticker)), ...index]
      .map((one) => ({ ...one, currency: "USD" })),
    records: [...rows].map(([ticker, own]): StoredRecords => {
      const facts = own.flatMap(factsOf);
      const days = { first: facts[0]?.known ?? "", last: facts.at(-1)?.known ?? "" };
      return { ticker, shelves: ["facts"], ...days, load: () => ({ ...NO_RECORDS, facts }) };
    }),
  });
}
