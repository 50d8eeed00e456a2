import type { CsvRecord } from "../../text/csv_record.ts";
import type { DataProblem, PriceSeries } from "../dataset.ts";
import { EXAMPLE_HEADER, type PriceColumns, readPriceHeader } from "./price_header.ts";
import { PriceRowReader } from "./price_row.ts";
import { firstNames, ProblemLog } from "./problem_log.ts";
import { normaliseTicker } from "../ticker.ts";
import { type TickerResult, TickerRows } from "./ticker_rows.ts";

/** Options of a price file. */
export interface PriceTableOptions {
  /** Name of the file, for problems. */
  readonly file: string;
  /** `id` of the source of its series. */
  readonly source: string;
  /** ISO 4217 code of its prices. */
  readonly currency: string;
  /** Ticker of all rows when the file has no ticker column. */
  readonly ticker?: string | undefined;
}

/** The contents of one price file. */
export interface PriceTableResult {
  readonly series: readonly PriceSeries[];
  readonly problems: readonly DataProblem[];
  /** Rows without a close, and rows that repeat another. */
  readonly skippedRows: number;
}

/** Builds the series of one price file from its rows, the header first. */
export class PriceTable {
  readonly #options: PriceTableOptions;
  readonly #log: ProblemLog;
  readonly #tickers = new Map<string, TickerRows>();
  /** The same, keyed by the file's spelling: normalising 500 spellings is cheaper than 600,000 rows. */
  readonly #spellings = new Map<string, TickerRows>();
  #columns: PriceColumns | undefined;
  #reader: PriceRowReader | undefined;
  #isRefused = false;
  #skippedRows = 0;

  constructor(options: PriceTableOptions) {
    this.#options = options;
    this.#log = new ProblemLog(options.file);
  }

  /** Adds a row; false when the rest of the file cannot be read. */
  add(record: CsvRecord): boolean {
    if (this.#isRefused) return false;
    if (record.problem) this.#log.add(record.problem.message, record.problem);
    else if (this.#reader) this.#addRow(record, this.#reader);
    else if (!record.cells[0]?.startsWith("#")) this.#readHeader(record);
    return !this.#isRefused;
  }

  /** Records that the file broke off here. */
  fail(message: string): void {
    this.#log.add(message);
    this.#isRefused = true;
  }

  /** Returns the series of all rows added. */
  finish(): PriceTableResult {
    if (!this.#reader && !this.#isRefused) {
      this.#log.add(`No header: expected one like ${EXAMPLE_HEADER}`);
    }
    const made = [...this.#tickers].map(([ticker, rows]) => ({
      ticker,
      ...rows.finish({ ...this.#options, ticker }),
    }));
    this.#noteLeftOut(made);
    const moved = made.filter((one) => one.isMoved).map((one) => one.ticker);
    if (moved.length > 0) this.#log.add(movedNote(moved));
    return {
      series: made.flatMap((one) => one.series),
      problems: this.#log.list(),
      skippedRows: this.#skippedRows,
    };
  }

  #noteLeftOut(made: readonly (TickerResult & { ticker: string })[]): void {
    for (const { ticker, conflicts } of made) {
      if (conflicts === undefined) continue;
      const { count, day, line } = conflicts;
      const rows = `${count} rows of ${ticker} differ from an earlier row of the same day`;
      this.#log.add(`${rows}, first on ${day}: the earlier row is kept`, { line });
    }
    const refused = made.filter((one) => one.refusal !== undefined);
    for (const [refusal, some] of Map.groupBy(refused, (one) => one.refusal)) {
      const names = firstNames(some.map((one) => one.ticker));
      this.#log.add(`Skipped ${names}: ${refusal}; only daily and monthly bars are supported`);
    }
  }

  #readHeader({ cells, line }: CsvRecord): void {
    const columns = readPriceHeader(cells);
    const isOwnerKnown = columns?.ticker !== undefined || this.#options.ticker !== undefined;
    if (columns && isOwnerKnown) {
      this.#columns = columns;
      this.#reader = new PriceRowReader(columns, cells.length);
      return;
    }
    this.#isRefused = true;
    const message = columns
      ? "Cannot tell whose prices these are: name the file TICKER.csv or add a ticker column"
      : `Not a price file: expected a header like ${EXAMPLE_HEADER}`;
    this.#log.add(message, { line });
  }

  #addRow({ cells, line }: CsvRecord, reader: PriceRowReader): void {
    const row = reader.read(cells);
    if (row === undefined) this.#skippedRows++;
    else if ("message" in row) {
      this.#log.add(row.message, { line, column: columnOf(cells, row.cell) });
    } else {
      const rows = this.#rowsOf(row.ticker);
      if (rows === undefined) this.#log.add("Row has no ticker", { line });
      else if (!rows.add(row, line)) this.#skippedRows++;
    }
  }

  /** The rows of a ticker as the file spells it; `undefined` for an empty one. */
  #rowsOf(spelling: string): TickerRows | undefined {
    const known = this.#spellings.get(spelling);
    if (known) return known;
    const ticker = this.#columns?.ticker === undefined ? this.#options.ticker ?? "" : normaliseTicker(spelling);
    if (ticker === "") return undefined;
    const rows = this.#tickers.get(ticker) ?? new TickerRows();
    this.#tickers.set(ticker, rows);
    this.#spellings.set(spelling, rows);
    return rows;
  }
}

function movedNote(tickers: readonly string[]): string {
  return `Monthly bars are dated on the first of the month (${firstNames(tickers)}): ` +
    "read as closes of the month's last trading day; an unfinished last month is skipped";
}

/** Where a cell starts in its line, approximately: quotes are already removed. */
function columnOf(cells: readonly string[], cell: number): number {
  return cells.slice(0, cell).reduce((sum, text) => sum + text.length + 1, 1);
}
