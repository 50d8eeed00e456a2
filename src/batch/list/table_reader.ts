import type { ListRow, RowProblem } from "../../run/outcome.ts";
import type { CsvRecord, Separator } from "../../text/csv_record.ts";
import { TickerDoubts } from "./damaged_tickers.ts";
import { headerBelow } from "./header_below.ts";
import type { InputColumns } from "./input_columns.ts";
import { LineList, SkippedLines } from "./line_list.ts";
import { CASH_TICKERS, MONEY_FUND_END, NoCompanies } from "./no_company.ts";
import { rowProblem, tickerOf } from "./row_problem.ts";

/** Most tickers; rows with others take twice the time. */
const PLAIN_TICKER = /^[A-Z][A-Z0-9]{0,4}(?:[./-][A-Z]{1,2})?$/;
const WORDS = ["TOTAL", "SUMME", "WAHR", "VRAI", "FAUX", "FALSO", ...CASH_TICKERS];
const SPACE = 0x20;
const DELETE = 0x7f;
/** A longer footer is read as rows. */
const MAX_FOOTER_RECORDS = 200;

/** Turns records into numbered rows, and notes the lines that are skipped. */
export class TableReader {
  readonly #columns: InputColumns;
  readonly #notPlain: ReadonlySet<string>;
  readonly #separator: Separator;
  readonly #noCompanies: NoCompanies;
  readonly #skipped = new SkippedLines();
  readonly #swallowing = new LineList();
  readonly #mayBeCash = new LineList();
  readonly #doubts: TickerDoubts;
  /** Records that are the footer if no row follows, or belong to a header that follows. */
  #held: CsvRecord[] = [];
  /** Cells of the row before. */
  #before: readonly string[] = [];
  #isInOtherTable = false;
  #rowCount = 0;

  constructor(columns: InputColumns, separator: Separator = ",") {
    this.#columns = columns;
    this.#separator = separator;
    this.#noCompanies = new NoCompanies(columns);
    this.#doubts = new TickerDoubts(columns.header[columns.tickerAt] ?? "");
    this.#notPlain = new Set([...columns.header.map((name) => name.toUpperCase()), ...WORDS]);
  }

  /** Lines skipped after the table; known at its end. */
  get linesAfter(): number {
    return this.#skipped.count("after the table");
  }

  /** Sentences about the rows so far. */
  get notes(): string[] {
    const notes = this.#skipped.notes();
    if (this.#swallowing.count > 0) {
      notes.push(`A quoted cell seems to contain another row: ${this.#swallowing}. Is a quote missing?`);
    }
    if (this.#mayBeCash.count > 0) notes.push(`Sent, but may be cash rather than a company: ${this.#mayBeCash}`);
    return [...notes, ...this.#doubts.notes()];
  }

  /** The rows of the next records, in order. */
  read(records: readonly CsvRecord[]): ListRow[] {
    const { header, tickerAt } = this.#columns;
    const rows: ListRow[] = [];
    for (const record of records) {
      const ticker = record.cells[tickerAt] ?? "";
      const isPlain = record.cells.length === header.length && PLAIN_TICKER.test(ticker) &&
        !this.#notPlain.has(ticker) && !ticker.endsWith(MONEY_FUND_END) && !this.#isInOtherTable &&
        !this.#noCompanies.hasCashClass(record.cells);
      if (isPlain) {
        if (this.#held.length > 0) this.#release(rows);
        if (record.emptyBefore !== undefined) this.#noteEmptyBefore(record);
        rows.push(this.#row(record, { ticker, problem: record.problem }));
      } else {
        this.#readClosely(record, rows);
      }
    }
    return rows;
  }

  /** The row of a record that is a row, whatever it looks like: one given in memory. */
  readGiven(record: CsvRecord): ListRow {
    const none = this.#noCompanies.find(record.cells, this.#before);
    const problem = none === undefined ? rowProblem(record, this.#columns) : this.#looksLike(none.kind, record);
    return this.#rowOf(record, problem);
  }

  /** Marks the end of the file: the held records are rows up to the first remark, and the rest is a footer. */
  end(): ListRow[] {
    const rows: ListRow[] = [];
    const footerAt = this.#held.findIndex((record) => isRemark(record, this.#columns, { follows: false }));
    const footer = footerAt < 0 ? [] : this.#held.splice(footerAt);
    this.#release(rows);
    for (const record of footer) this.#skipped.add(isBlank(record) ? "as empty" : "after the table", record);
    return rows;
  }

  #readClosely(given: CsvRecord, rows: ListRow[]): void {
    const record = withoutEmptyRest(given, this.#columns.header.length);
    if (record.problem === undefined && this.#skips(record)) return;
    if (record.problem === undefined && this.#holds(record)) {
      this.#held.push(record);
      if (this.#held.length > MAX_FOOTER_RECORDS) this.#release(rows);
      return;
    }
    this.#release(rows);
    this.#noteEmptyBefore(record);
    if (record.problem === undefined && isBlank(record)) this.#skipped.add("as empty", record);
    else rows.push(this.#rowOf(record, rowProblem(record, this.#columns)));
  }

  /** Notes a line that is certainly no row. */
  #skips(record: CsvRecord): boolean {
    const { cells } = record;
    const header = headerBelow(cells, this.#columns);
    if (header !== undefined) this.#isInOtherTable = header === "other";
    if (header !== undefined || this.#isInOtherTable) {
      for (const held of this.#held.splice(0)) this.#skipped.add("above a repeated header", held);
      this.#skipped.add(header === "same" ? "as a repeated header" : "as another table with other columns", record);
      return true;
    }
    const none = this.#noCompanies.find(cells, this.#before);
    if (none === undefined) return false;
    this.#skipped.add(`as ${none.kind}`, record, none.cell);
    return true;
  }

  #holds(record: CsvRecord): boolean {
    const follows = this.#held.length > 0;
    if (isBlank(record)) return follows;
    return isRemark(record, this.#columns, { follows }) || isTitle(record, this.#columns);
  }

  /** A row follows: the held records are not a footer, but invalid rows. */
  #release(rows: ListRow[]): void {
    let follows = false;
    for (const record of this.#held.splice(0)) {
      this.#noteEmptyBefore(record);
      if (isBlank(record)) {
        this.#skipped.add("as empty", record);
        continue;
      }
      follows = isRemark(record, this.#columns, { follows });
      const problem = rowProblem(record, this.#columns) ?? (follows ? this.#looksLike("a remark", record) : undefined);
      rows.push(this.#rowOf(record, problem));
    }
  }

  #looksLike(what: string, { line }: CsvRecord): RowProblem {
    const column = this.#columns.header[this.#columns.tickerAt] ?? "";
    return { line, column, message: `Row looks like ${what}, not a company` };
  }

  #rowOf(record: CsvRecord, problem: RowProblem | undefined): ListRow {
    const ticker = tickerOf(record.cells, this.#columns);
    if (problem === undefined) {
      this.#doubts.see(ticker, record.line);
      if (this.#noCompanies.mayBeCash(record.cells)) this.#mayBeCash.add(record.line, record.line, { cell: ticker });
    }
    return this.#row(record, { ticker, problem });
  }

  #row(
    { line, lastLine, cells }: CsvRecord,
    { ticker, problem }: { readonly ticker: string; readonly problem: RowProblem | undefined },
  ): ListRow {
    this.#before = cells;
    const { companyAt } = this.#columns;
    const company = companyAt === undefined ? undefined : trimmed(cells[companyAt] ?? "") || undefined;
    if (lastLine !== undefined && problem === undefined && this.#mayHideRows(cells)) this.#swallowing.add(line);
    return { input: { row: ++this.#rowCount, line, ticker, company, cells }, problem };
  }

  /** Two extra quotes join several rows into one valid row; each of its lines is then as wide as the table. */
  #mayHideRows(cells: readonly string[]): boolean {
    const { header } = this.#columns;
    const lines = cells.join(this.#separator).split(/\r\n|\r|\n/);
    return header.length > 1 && lines.every((line) => line.split(this.#separator).length === header.length);
  }

  #noteEmptyBefore({ line, emptyBefore = 0 }: CsvRecord): void {
    if (emptyBefore > 0) this.#skipped.add("as empty", { line: line - emptyBefore, lastLine: line - 1 });
  }
}

/** Drops the empty cells of programs that end a line with separators. */
function withoutEmptyRest(record: CsvRecord, columns: number): CsvRecord {
  const { cells, problem } = record;
  if (problem !== undefined || cells.length <= columns) return record;
  return cells.slice(columns).every((cell) => cell.trim() === "")
    ? { ...record, cells: cells.slice(0, columns) }
    : record;
}

function isBlank({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Avoids `trim`, which costs more than all other work on a plain row. */
function trimmed(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  const isPlain = first > SPACE && first < DELETE && last > SPACE && last < DELETE;
  return isPlain ? text : text.trim();
}

/** How the lines below an export that name its source begin. */
const PROVENANCE =
  /^(?:(?:date |data |file )?(?:downloaded|exported|generated|printed)\b|(?:data |prices? |positions? |holdings )?as of\b|(?:sources?|notes?|footnotes?)\s*[:：]|disclaimers?\b|disclosures?\b|copyright\b|©|\(c\) ?\d{4}|file creation (?:time|date)\b|end of (?:file|report|list|data)\b|total\b.*[:：] *[\d(-]|page \d)/i;
const PROSE_WORDS = 8;
const LOWER_WORDS = 3;
const IDENTIFIER = /^(?!disclaimer|disclosure)[A-Z0-9](?:[A-Z0-9.:/-]{0,13}[A-Z0-9])?$/i;

/**
 * Tells whether a line may belong to a file's footer: a date of download, a disclaimer.
 * Only the last lines of a file are skipped as a footer; such a line among the rows remains a row.
 * A company's row never matches: the line has one cell, or too few, and no ticker.
 * @param record A line without a problem.
 * @param follows Whether the line before matched, so that this one may continue its sentence.
 * @returns True when the line looks like a footer.
 */
function isRemark(
  { cells }: CsvRecord,
  columns: InputColumns,
  { follows }: { readonly follows: boolean },
): boolean {
  const full = cells.filter((cell) => cell.trim() !== "");
  const isNarrow = cells.length < columns.header.length ||
    (full.length === 1 && cells.length === columns.header.length);
  if (!isNarrow || IDENTIFIER.test((cells[columns.tickerAt] ?? "").trim())) return false;
  const text = full.join(" ").trim();
  return PROVENANCE.test(text) || isProse(text) ||
    (follows && full.length === 1 && columns.header.length > 1 && (/\s/.test(text) || /[.!?]$/.test(text)));
}

/**
 * Tells whether a line may be the title of a table below: one cell, which is no ticker.
 * @param record A line without a problem.
 * @returns True when it may be one; without a header below it is an invalid row.
 */
function isTitle({ cells }: CsvRecord, { header, tickerAt }: InputColumns): boolean {
  const full = cells.filter((cell) => cell.trim() !== "");
  const isInvalid = cells.length < header.length || (cells[tickerAt] ?? "").trim() === "";
  return full.length === 1 && isInvalid && !IDENTIFIER.test(full[0]?.trim() ?? "");
}

/** Names of companies have few words that begin in lower case. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= PROSE_WORDS && words.filter((word) => /^\p{Ll}/u.test(word)).length >= LOWER_WORDS;
}
