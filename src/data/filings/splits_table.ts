import type { StockSplit } from "../records.ts";
import type { CsvRecord } from "../../text/csv_record.ts";

/** Columns of a table of splits, in order; the last names a report that states the split. */
export const SPLIT_COLUMNS = "ticker,day,ratio,known,accession";

/**
 * The splits of a table in the columns of {@linkcode SPLIT_COLUMNS}, by ticker.
 * @param records Its rows, the header first, in ascending order of `known`.
 * @param source `id` of the source of the splits.
 */
export function splitsOfTable(
  records: readonly CsvRecord[],
  source: string,
): ReadonlyMap<string, readonly StockSplit[]> {
  const rows = records.slice(1).map(({ cells }) => {
    const [ticker = "", day = "", ratio = "", known = ""] = cells;
    return { ticker, split: { day, ratio: Number(ratio), known, source } };
  });
  const groups = Map.groupBy(rows, ({ ticker }) => ticker);
  return new Map([...groups].map(([ticker, group]) => [ticker, group.map(({ split }) => split)]));
}
