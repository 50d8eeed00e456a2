import { nextSession } from "../../calendar/exchange_days.ts";
import { type FiledFact, inOrder } from "../records.ts";
import type { CsvRecord } from "../../text/csv_record.ts";

/** Columns of a table of figures, in order: an empty ticker, tag or unit is that of the row before. */
export const FIGURE_COLUMNS = "ticker,tag,unit,start,end,value,reports";
/** Columns of the table of reports beside it, in order. */
export const REPORT_COLUMNS = "ticker,number,form,accession,filed";

/** A report of the table of reports. */
export interface TableReport {
  readonly ticker: string;
  /** Its number in the table, by which figures name it. */
  readonly number: string;
  readonly form: string;
  readonly accession: string;
  readonly filed: string;
  readonly known: string;
}

/** The reports of a table in the columns of {@linkcode REPORT_COLUMNS}, by number. */
export function reportsOfTable(records: readonly CsvRecord[]): ReadonlyMap<string, TableReport> {
  return new Map(
    records.slice(1).map(({ cells }) => {
      const [ticker = "", number = "", form = "", accession = "", filed = ""] = cells;
      return [number, { ticker, number, form, accession, filed, known: nextSession(filed) }];
    }),
  );
}

/**
 * The facts of a table in the columns of {@linkcode FIGURE_COLUMNS}: one row for a figure and all reports that state it,
 * in half the size of a row for each. A tag without a taxonomy is one of US GAAP, or where it begins with `Entity`, of the
 * cover page.
 * @param records Its rows, the header first.
 * @param beside The reports by number, and the `id` of the source of the facts.
 * @returns By ticker, in ascending order of the day they became known.
 */
export function factsOfFigures(
  records: readonly CsvRecord[],
  { reports, source }: { readonly reports: ReadonlyMap<string, TableReport>; readonly source: string },
): ReadonlyMap<string, readonly FiledFact[]> {
  const facts = new Map<string, FiledFact[]>();
  let ticker = "";
  let tag = "";
  let unit = "";
  for (const { cells } of records.slice(1)) {
    const [ofTicker = "", ofTag = "", ofUnit = "", start = "", end = "", value = "", numbers = ""] = cells;
    ticker = ofTicker || ticker;
    tag = ofTag === "" ? tag : qualified(ofTag);
    unit = ofUnit || unit;
    const of = facts.get(ticker) ?? [];
    facts.set(ticker, of);
    for (const number of numbers.split(" ")) {
      const report = reports.get(number);
      if (report === undefined) continue;
      const { form, accession, filed, known } = report;
      of.push({
        tag,
        unit,
        end,
        value: Number(value),
        form,
        accession,
        filed,
        known,
        source,
        ...(start !== "" && { start }),
      });
    }
  }
  return new Map([...facts].map(([of, all]) => [of, inOrder(all)]));
}

function qualified(tag: string): string {
  return tag.startsWith("Entity") ? `dei/${tag}` : `us-gaap/${tag}`;
}
