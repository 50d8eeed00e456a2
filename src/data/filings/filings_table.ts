import type { CsvRecord } from "../../text/csv_record.ts";
import { type Filing, inOrder } from "../records.ts";
import { filingKnown } from "./filing_known.ts";

/** Columns of a table of filings, in order; items have a blank between them. */
export const FILING_COLUMNS = "ticker,form,filed,accepted,items,accession";

/**
 * The filings of a table in the columns of {@linkcode FILING_COLUMNS}, by ticker.
 * @param records Its rows, the header first.
 * @param source `id` of the source of the filings.
 */
export function filingsOfTable(records: readonly CsvRecord[], source: string): ReadonlyMap<string, readonly Filing[]> {
  const rows = records.slice(1).map(({ cells }) => {
    const [ticker = "", form = "", filed = "", accepted = "", items = "", accession = ""] = cells;
    const filing = { form, filed, accepted, items: items.split(" "), accession, source };
    return { ticker, filing: { ...filing, known: filingKnown(filing) } };
  });
  const groups = Map.groupBy(rows, ({ ticker }) => ticker);
  return new Map([...groups].map(([ticker, group]) => [ticker, inOrder(group.map(({ filing }) => filing))]));
}
