import type { ListRow, RowProblem } from "../../run/outcome.ts";
import type { CsvRecord, Separator } from "../../text/csv_record.ts";
import { TickerDoubts } from "./damaged_tickers.ts";
import type { InputColumns } from "./input_columns.ts";
import { LineList } from "./csv_shape.ts";
import { isRemark } from "./remark_line.ts";
import { rowProblem, tickerOf } from "./row_problem.ts";

/** Most tickers; rows with others take twice the time. */
const PLAIN_TICKER = /^[A-Z][A-Z0-9]{0,4}(?:[./-][A-Z]{1,2})?$/;
const WORDS = ["TOTAL", "SUMME", "WAHR", "VRAI", "FAUX", "FALSO"];
const SPACE = 0x20;
const DELETE = 0x7f;
/** A longer footer is read as rows. */
const MAX_FOOTER_RECORDS = 200;

/** Turns records into numbered rows, and counts the lines that are skipped. */
export class TableReader {
  readonly #columns: InputColumns;
  readonly #notPlain: ReadonlySet<string>;
  readonly #separator: Separator;
  readonly #swallowing = new LineList();
  readonly #emptyLines = new LineList();
  readonly #linesAfter = new LineList();
  readonly #doubts: TickerDoubts;
  /** Records that are the footer if no row follows. */
  #held: CsvRecord[] = [];
  #rowCount = 0;

  constructor(columns: InputColumns, separator: Separator = ",") {
    this.#columns = columns;
    this.#separator = separator;
    const name = columns.header[columns.tickerAt] ?? "";
    this.#doubts = new TickerDoubts(name);
    this.#notPlain = new Set([name, ...WORDS]);
  }

  /** Lines skipped after the table; known at its end. */
  get linesAfter(): number {
    return this.#linesAfter.count;
  }

  /** Sentences about the rows so far. */
  get notes(): string[] {
    const notes = this.#doubts.notes();
    if (this.#swallowing.count > 0) {
      notes.unshift(`A quoted cell seems to contain another row: ${this.#swallowing}. Is a quote missing?`);
    }
    if (this.#emptyLines.count > 0) notes.unshift(`Skipped as empty: ${this.#emptyLines}`);
    if (this.#linesAfter.count > 0) notes.unshift(`Skipped after the table: ${this.#linesAfter}`);
    return notes;
  }

  /** The rows of the next records, in order. */
  read(records: readonly CsvRecord[]): ListRow[] {
    const { header, tickerAt } = this.#columns;
    const rows: ListRow[] = [];
    for (const record of records) {
      const ticker = record.cells[tickerAt] ?? "";
      const isPlain = record.cells.length === header.length && PLAIN_TICKER.test(ticker) && !this.#notPlain.has(ticker);
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

  /** The row of a record that cannot be a footer, like one given in memory. */
  readGiven(record: CsvRecord): ListRow {
    return this.#rowOf(record, rowProblem(record, this.#columns));
  }

  /** Marks the end of the file: the held records are a footer. */
  end(): void {
    for (const record of this.#held) {
      const lines = isBlank(record) ? this.#emptyLines : this.#linesAfter;
      lines.add(record.line, record.lastLine);
    }
    this.#held = [];
  }

  #readClosely(given: CsvRecord, rows: ListRow[]): void {
    const record = withoutEmptyRest(given, this.#columns.header.length);
    const isHeld = record.problem === undefined &&
      (isBlank(record) ? this.#held.length > 0 : isRemark(record, this.#columns, { follows: this.#held.length > 0 }));
    if (isHeld) {
      this.#held.push(record);
      if (this.#held.length > MAX_FOOTER_RECORDS) this.#release(rows);
      return;
    }
    this.#release(rows);
    this.#noteEmptyBefore(record);
    if (record.problem === undefined && isBlank(record)) this.#emptyLines.add(record.line);
    else rows.push(this.#rowOf(record, rowProblem(record, this.#columns)));
  }

  /** A row follows: the held records are not a footer, and each is an invalid row. */
  #release(rows: ListRow[]): void {
    for (const record of this.#held) {
      this.#noteEmptyBefore(record);
      if (isBlank(record)) this.#emptyLines.add(record.line);
      else rows.push(this.#rowOf(record, rowProblem(record, this.#columns) ?? this.#remarkProblem(record)));
    }
    this.#held = [];
  }

  #remarkProblem({ line }: CsvRecord): RowProblem {
    const column = this.#columns.header[this.#columns.tickerAt] ?? "";
    return { line, column, message: "Row looks like a remark, not a company" };
  }

  #rowOf(record: CsvRecord, problem: RowProblem | undefined): ListRow {
    const ticker = tickerOf(record.cells, this.#columns);
    if (problem === undefined) this.#doubts.see(ticker, record.line);
    return this.#row(record, { ticker, problem });
  }

  #row(
    { line, lastLine, cells }: CsvRecord,
    { ticker, problem }: { readonly ticker: string; readonly problem: RowProblem | undefined },
  ): ListRow {
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
    if (emptyBefore > 0) this.#emptyLines.add(line - emptyBefore, line - 1);
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
