import { nextSession } from "../../calendar/exchange_days.ts";
import { type FiledFact, type Filing, inOrder, type StockSplit } from "../records.ts";
import { filingKnown } from "./filing_known.ts";

/** A row of a table, its cells by the names of their columns. */
export type TableRow = Readonly<Record<string, string>>;

/** Columns of a table of figures, in order: an empty ticker, tag or unit is that of the row before. */
export const FIGURE_COLUMNS = "ticker,tag,unit,start,end,value,reports";
/** Columns of the table of reports beside it, in order. */
export const REPORT_COLUMNS = "ticker,number,form,accession,filed";

/** A report of the table of reports. */
export interface TableReport extends Pick<FiledFact, "form" | "accession" | "filed" | "known"> {
  readonly ticker: string;
  /** Its number in the table, by which figures name it. */
  readonly number: string;
}

/** The reports of a table in the columns of {@linkcode REPORT_COLUMNS}, by number. */
export function reportsOfTable(rows: readonly TableRow[]): ReadonlyMap<string, TableReport> {
  return new Map(
    rows.map(({ ticker = "", number = "", form = "", accession = "", filed = "" }) => [
      number,
      { ticker, number, form, accession, filed, known: nextSession(filed) },
    ]),
  );
}

/**
 * The facts of a table in the columns of {@linkcode FIGURE_COLUMNS}: one row for a figure and all reports that state it,
 * in half the size of a row for each. A tag without a taxonomy is one of US GAAP, or where it begins with `Entity`, of the
 * cover page.
 * @param beside The reports by number, and the `id` of the source of the facts.
 * @returns By ticker, in ascending order of the day they became known.
 */
export function factsOfFigures(
  rows: readonly TableRow[],
  { reports, source }: { readonly reports: ReadonlyMap<string, TableReport>; readonly source: string },
): ReadonlyMap<string, readonly FiledFact[]> {
  const facts = new Map<string, FiledFact[]>();
  let ticker = "";
  let tag = "";
  let unit = "";
  for (const { start = "", end = "", value, reports: numbers = "", ...of } of rows) {
    ticker = of["ticker"] || ticker;
    tag = of["tag"] ? `${of["tag"].startsWith("Entity") ? "dei" : "us-gaap"}/${of["tag"]}` : tag;
    unit = of["unit"] || unit;
    const all = facts.getOrInsert(ticker, []);
    for (const number of numbers.split(" ")) {
      const report = reports.get(number);
      if (report === undefined) continue;
      const { form, accession, filed, known } = report;
      all.push({
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

/**
 * The filings of a table of `ticker`, `form`, `filed`, `accepted`, `items` with blanks between them, and `accession`, by ticker.
 * @param source `id` of the source of the filings.
 */
export function filingsOfTable(table: readonly TableRow[], source: string): ReadonlyMap<string, readonly Filing[]> {
  const rows = table.map(({ ticker = "", form = "", filed = "", accepted = "", items = "", accession = "" }) => {
    const filing = { form, filed, accepted, items: items.split(" "), accession, source };
    return { ticker, filing: { ...filing, known: filingKnown(filing) } };
  });
  const groups = Map.groupBy(rows, ({ ticker }) => ticker);
  return new Map([...groups].map(([ticker, group]) => [ticker, inOrder(group.map(({ filing }) => filing))]));
}

/**
 * The splits of a table of `ticker`, `day`, `ratio`, `known` and the `accession` of a report that states it, by ticker.
 * @param table Its rows, in ascending order of `known`.
 * @param source `id` of the source of the splits.
 */
export function splitsOfTable(table: readonly TableRow[], source: string): ReadonlyMap<string, readonly StockSplit[]> {
  const rows = table.map(({ ticker = "", day = "", ratio, known = "" }) => {
    return { ticker, split: { day, ratio: Number(ratio), known, source } };
  });
  const groups = Map.groupBy(rows, ({ ticker }) => ticker);
  return new Map([...groups].map(([ticker, group]) => [ticker, group.map(({ split }) => split)]));
}
