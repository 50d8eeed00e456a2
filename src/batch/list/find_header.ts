import type { CsvRecord, Separator } from "../../text/csv_record.ts";
import { filled, isBlank, type Reading } from "./head_readings.ts";
import { headerBelow } from "./header_below.ts";
import { columnNames, findTickers } from "./input_columns.ts";

/** Rows after a header that are compared with it. */
const ROWS_AFTER = 20;

/** The line of a file that names its columns. */
export interface FoundHeader {
  readonly separator: Separator;
  /** Physical line, from 1. */
  readonly line: number;
  /** Names as written; empty cells after the last name are dropped. */
  readonly cells: readonly string[];
  /** Non-empty lines before it. */
  readonly linesBefore: readonly number[];
}

/** The start of a file in which no line names a ticker column for certain. */
export interface NoHeader {
  /** A line that names tickers but is no wider than an earlier line, or wider than the next rows. */
  readonly doubtfulLine: number | undefined;
}

interface Candidate extends FoundHeader {
  readonly hasRows: boolean;
  /** No line is before it, except one that names the separator. */
  readonly isFirst: boolean;
}

/**
 * Finds the separator and the header: the line with a cell that names the ticker column. A line
 * that is not the first must also be wider than all earlier ones (a broker's lines about account and
 * date are narrower than its table), and the next rows must be as wide as it is.
 * @param readings The start of the file, with each separator.
 * @param tickerColumn Name of the ticker column. Default: one of its usual names.
 * @returns The header, or that there is none.
 */
export function findHeader(readings: readonly Reading[], tickerColumn?: string): FoundHeader | NoHeader {
  const candidates = readings.flatMap((reading) => candidatesOf(reading, tickerColumn));
  // the first line is always a header, so that each row of another width is reported
  const [best] = candidates.filter(({ hasRows, isFirst }) => hasRows || isFirst).sort(byEvidence);
  return best ?? { doubtfulLine: candidates[0]?.line };
}

function candidatesOf({ separator, records, directiveLines }: Reading, tickerColumn?: string): Candidate[] {
  const found: Candidate[] = [];
  let widestBefore = 0;
  records.forEach((record, at) => {
    const tickerAt = record.problem === undefined ? findTickers(columnNames(record.cells), tickerColumn) : undefined;
    if (tickerAt !== undefined) {
      const after = rowsBelow(records.slice(at + 1, at + 1 + ROWS_AFTER), { header: record.cells, tickerAt });
      const cells = namedCells(record.cells, after);
      const linesBefore = [...directiveLines, ...records.slice(0, at).map(({ line }) => line)];
      const hasRows = filled(record) > widestBefore && isAsWide(cells.length, after);
      found.push({ separator, line: record.line, cells, linesBefore, hasRows, isFirst: at === 0 });
    }
    widestBefore = Math.max(widestBefore, filled(record));
  });
  return found;
}

/** The next rows, up to the header of another table. */
function rowsBelow(
  records: readonly CsvRecord[],
  table: { readonly header: readonly string[]; readonly tickerAt: number },
): CsvRecord[] {
  const rows = records.filter(({ problem }) => problem === undefined);
  const end = rows.findIndex(({ cells }) => headerBelow(cells, table) === "other");
  return end < 0 ? rows : rows.slice(0, end);
}

/** The earlier line wins: rows between two headers belong to the first one. */
function byEvidence(one: Candidate, other: Candidate): number {
  return Number(other.hasRows) - Number(one.hasRows) || one.line - other.line || other.cells.length - one.cells.length;
}

/** Whether the next row, or half of the next twenty, has so many columns; true without rows. */
function isAsWide(columns: number, after: readonly CsvRecord[]): boolean {
  const fits = ({ cells }: CsvRecord) => cells.length >= columns && cells.slice(columns).every(isBlank);
  const [next] = after;
  return next === undefined || fits(next) || after.filter(fits).length * 2 >= after.length;
}

/** Some programs end each line with a separator, which adds no column. */
function namedCells(cells: readonly string[], after: readonly CsvRecord[]): readonly string[] {
  const columns = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
  return after.every((row) => row.cells.slice(columns).every(isBlank)) ? cells.slice(0, columns) : cells;
}
