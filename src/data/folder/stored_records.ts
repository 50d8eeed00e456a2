import { unpackRecords } from "../index/records_blob.ts";
import type { Records, RecordShelf, StoredRecords } from "../records.ts";
import { Recent } from "../recent.ts";
import type { CompanyOfFiles } from "./file_companies.ts";
import { mergeRecords } from "./merge_records.ts";

/**
 * Companies whose records are kept as objects; some 500 kB each, where packed they take 30. One that was dropped is
 * unpacked again in some 3 ms.
 */
const MAX_UNPACKED = 24;

/** The records of companies, unpacked when they are asked for. */
export function storedRecords(companies: readonly CompanyOfFiles[]): readonly StoredRecords[] {
  const recent = new Recent<Records>(MAX_UNPACKED);
  return companies.map(({ ticker, parts }): StoredRecords => {
    const spans = parts.flatMap(({ shelves }) => shelves);
    return {
      ticker,
      shelves: [...new Set(spans.map(({ shelf }): RecordShelf => shelf))],
      first: spans.map(({ first }) => first).reduce((one, other) => one < other ? one : other),
      last: spans.map(({ last }) => last).reduce((one, other) => one > other ? one : other),
      load: () =>
        recent.get(keyOf({ parts }), () => mergeRecords(parts.map((one) => unpackRecords(one.bytes()))).records),
    };
  });
}

/** The same for all tickers of the same records. */
function keyOf({ parts }: Pick<CompanyOfFiles, "parts">): string {
  return parts.map(({ file, owner }) => `${file} ${owner.cik} ${owner.tickers}`).join("\n");
}
