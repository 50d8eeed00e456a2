import type { CsvRecord, Separator } from "../../text/csv_record.ts";
import { CsvScanner } from "../../text/csv_scanner.ts";
import { headerBelow } from "./header_below.ts";
import { findTickers } from "./input_columns.ts";

/** In order of preference. */
const SEPARATORS: readonly Separator[] = [",", ";", "\t", "|"];
/** A header must be among so many records. */
const MAX_RECORDS = 100;
/** Usually holds that many records. */
const PIECE_CHARS = 8_192;
/** Rows after a header that are compared with it. */
const ROWS_AFTER = 20;
/** Excel's line that names the separator. */
const DIRECTIVE = /^\uFEFF?"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\r|\n|$)/i;

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

/** A head without a header. */
export interface NoHeader {
  /** The first line with a cell, split by the likeliest separator. */
  readonly first: CsvRecord;
  /** A line that names tickers but is no wider than an earlier line, or wider than the next rows. */
  readonly doubtfulLine?: number | undefined;
}

interface Candidate extends FoundHeader {
  readonly hasRows: boolean;
}

/** Options of {@linkcode findHeader}. */
export interface HeaderOptions {
  /** Whether the head is the whole file; otherwise its last row may be cut. */
  readonly isWhole: boolean;
  /** Name of the ticker column. Default: one of its usual names. */
  readonly tickerColumn?: string | undefined;
}

/**
 * Finds the separator and the header: the line with a cell that names the ticker column. A line
 * that is not the first must also be wider than all earlier ones (a broker's lines about account and
 * date are narrower than its table), and the next rows must be as wide as it is.
 * @param head Start of the file.
 * @param options Whether it is the whole file, and the ticker column.
 * @returns The header, or the first line when there is none; nothing when every cell is empty.
 */
export function findHeader(head: string, options: HeaderOptions): FoundHeader | NoHeader | undefined {
  const directive = DIRECTIVE.exec(head)?.[1];
  const separators = SEPARATORS.filter((one) => directive === undefined || one === directive);
  const readings = separators.map((separator) => ({ separator, records: recordsOf(head, { separator, ...options }) }));
  const hasDirective = directive !== undefined;
  const candidates = readings.flatMap((reading) => candidatesOf(reading, { ...options, hasDirective }));
  const [best] = candidates.filter(isSure).sort(byEvidence);
  if (best !== undefined) return best;
  const firsts = readings.flatMap(({ records }) => records.slice(hasDirective ? 1 : 0, 1 + Number(hasDirective)));
  const [first] = firsts.sort((one, other) => width(other) - width(one));
  return first && { first, doubtfulLine: candidates[0]?.line };
}

/** The first records with something in them. */
function recordsOf(head: string, { separator, isWhole }: HeaderOptions & { separator: Separator }): CsvRecord[] {
  const scanner = new CsvScanner({ separator });
  const records: CsvRecord[] = [];
  for (let at = 0; at < head.length; at += PIECE_CHARS) {
    records.push(...scanner.feed(head.slice(at, at + PIECE_CHARS)).filter(isFilled));
    if (records.length > MAX_RECORDS) return records.slice(0, MAX_RECORDS); // reading on would take most of the time
  }
  const last = scanner.end("").filter(isFilled);
  records.push(...isWhole ? last : last.slice(0, -1));
  return records.slice(0, MAX_RECORDS);
}

interface Reading {
  readonly separator: Separator;
  readonly records: readonly CsvRecord[];
}

function candidatesOf(
  { separator, records }: Reading,
  { tickerColumn, hasDirective }: HeaderOptions & { readonly hasDirective: boolean },
): Candidate[] {
  const found: Candidate[] = [];
  let widestBefore = 0;
  records.forEach((record, at) => {
    const tickerAt = record.problem === undefined ? findTickers(record.cells, tickerColumn) : undefined;
    if (tickerAt !== undefined) {
      const after = rowsBelow(records.slice(at + 1, at + 1 + ROWS_AFTER), { header: record.cells, tickerAt });
      const cells = namedCells(record.cells, after);
      const linesBefore = records.slice(0, at).map(({ line }) => line);
      const isWider = filled(record) > widestBefore;
      const hasRows = isWider && isAsWide(cells.length, after);
      found.push({ separator, line: record.line, cells, linesBefore, hasRows });
    }
    if (!(hasDirective && at === 0)) widestBefore = Math.max(widestBefore, filled(record));
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

/** The first line is always a header, so that each row of another width is reported. */
function isSure({ hasRows, linesBefore }: Candidate): boolean {
  return hasRows || linesBefore.length === 0;
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

function filled({ cells }: CsvRecord): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

function isFilled(record: CsvRecord): boolean {
  return record.problem !== undefined || filled(record) > 0;
}

function width({ cells, problem }: CsvRecord): number {
  return problem === undefined ? cells.length : 0;
}

/** Read with another separator, a line of separators is one cell. */
function isBlank(cell: string): boolean {
  return /^[\s,;|]*$/.test(cell);
}
