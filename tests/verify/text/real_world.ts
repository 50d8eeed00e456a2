/** The view of companies whose reports lie beside the project, for tests of the check of texts. */
import { createDataset } from "../../../src/data/dataset_in_memory.ts";
import type { Company, DatasetView } from "../../../src/data/dataset.ts";
import type { Records, StoredRecords } from "../../../src/data/records.ts";
import { COMPANYFACTS, rawFactsOf, recordsOf } from "../../agent/statements/companyfacts.ts";

/** The companies whose reports are read, with the names by which texts call them. */
export const REAL_COMPANIES: readonly Company[] = [
  { ticker: "AAPL", name: "Apple Inc.", cik: "0000320193" },
  { ticker: "GOOGL", name: "Alphabet Inc.", cik: "0001652044", aliases: ["Google"] },
  { ticker: "NVDA", name: "NVIDIA Corporation", cik: "0001045810" },
  { ticker: "TSLA", name: "Tesla, Inc.", cik: "0001318605" },
  { ticker: "SNOW", name: "Snowflake Inc.", cik: "0001640147" },
];

/** The files of these companies, under the folder of real data. */
export const REAL_FILES: readonly string[] = REAL_COMPANIES.map(({ ticker }) => COMPANYFACTS[ticker] ?? "");

/** What is known of them on a day on which all of it is known. */
export async function realView(): Promise<DatasetView> {
  const records = await Promise.all(
    REAL_COMPANIES.map(async ({ ticker }) => storedOf(ticker, recordsOf(await rawFactsOf(ticker)))),
  );
  return createDataset({
    ...{ name: "Reports", notice: "Reports of five companies.", companies: REAL_COMPANIES, records, series: [] },
    sources: [{ id: "companyfacts", title: "SEC company facts", sha256: "" }],
  }).at("2026-06-30");
}

function storedOf(ticker: string, records: Records): StoredRecords {
  const days = records.facts.map(({ known }) => known);
  return { ticker, shelves: ["facts"], first: days[0] ?? "", last: days.at(-1) ?? "", load: () => records };
}
