import type { CsvRecord } from "../../text/csv_record.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";
import type { DataProblem, PriceSeries } from "../dataset.ts";
import { DayReader } from "./day_form.ts";
import { FormSearch, type PriceForm } from "./price_form.ts";
import { EXAMPLE_HEADER } from "./price_header.ts";
import { type BadCell, columnOf, type PriceRow, PriceRowReader } from "./price_row.ts";
import { ProblemLog } from "../problem_log.ts";
import type { SessionSeries } from "../session.ts";
import type { TickerSplits } from "./shown_splits.ts";
import { contradictsName, normaliseTicker } from "../ticker.ts";
import { type MadeOfTicker, remarksOn, skippedOf } from "./price_notes.ts";
import { TickerRows } from "./ticker_rows.ts";

/** Options of a price file. */
export interface PriceTableOptions {
  /** Name of the file, for problems. */
  readonly file: string;
  /** `id` of the source of its series. */
  readonly source: string;
  /** Ticker of all rows when the file has no ticker column. */
  readonly ticker?: string | undefined;
  /** What separates its cells. Default: a comma. */
  readonly separator?: string;
  /** A row of a later day, `YYYY-MM-DD`, is reported and skipped. Default: none. */
  readonly latestDay?: string | undefined;
}

/** The contents of one price file. */
export interface PriceTableResult {
  readonly series: readonly PriceSeries[];
  /** Present for a file of trades or intraday bars, which has no series. */
  readonly sessions?: readonly SessionSeries[];
  readonly problems: readonly DataProblem[];
  /** Tickers of its rows that have no series, and why. */
  readonly refused: ReadonlyMap<string, string>;
  /** Splits that its rows show, by ticker; absent without one. */
  readonly splits?: readonly TickerSplits[];
  /** Rows without a close, and rows that repeat another. */
  readonly skippedRows: number;
  /** Whether rows were skipped because their day is still to come. */
  readonly hasAhead: boolean;
}

/** Of more rows than this share nothing is believed: what is wrong with them is wrong with others, and unseen. */
const MAX_FAILED = 0.02;
/** A few lines are notes, sums and a torn end. */
const FEW_FAILED = 3;

/** Builds the series of one price file from its rows, the header first. */
export class PriceTable {
  readonly #options: PriceTableOptions;
  readonly #log: ProblemLog;
  readonly #tickers = new Map<string, TickerRows>();
  /** The same, keyed by the file's spelling: normalising 500 spellings is cheaper than 600,000 rows. */
  readonly #spellings = new Map<string, TickerRows>();
  readonly #search: FormSearch;
  #readers: readonly PriceRowReader[] = [];
  #days: DayReader | undefined;
  #width = 0;
  #isRefused = false;
  #skippedRows = 0;
  #hasBelowZero = false;
  #rows = 0;
  /** Cells of bars that cannot be read, and the first of them. */
  #failed = 0;
  #firstFailed: { message: string; line: number; column?: number } | undefined;

  constructor(options: PriceTableOptions) {
    this.#options = options;
    this.#log = new ProblemLog(options.file);
    this.#search = new FormSearch(options);
  }

  /** Adds a row; false when the rest of the file cannot be read. */
  add(record: CsvRecord): boolean {
    if (this.#isRefused) return false;
    if (record.problem && this.#search.hasHeader) this.#fail(record.problem.message, record.problem);
    else if (this.#width > 0) this.#addRow(record);
    else if (this.#search.add(record)) this.#begin();
    return !this.#isRefused;
  }

  /** Records that the file broke off here, and why. */
  fail(state: string): void {
    if (this.#width === 0 && this.#search.hasHeader) this.#begin();
    const kept = `Cannot read the file to its end: ${state}; the rows before are kept`;
    this.#log.add(this.#rows > 0 ? kept : `Cannot read the file: ${state}`);
    this.#isRefused = true;
  }

  /** Returns the series of all rows added. */
  finish(): PriceTableResult {
    if (!this.#isRefused) this.#checkWhole();
    const made = [...this.#tickers].map(([ticker, rows]) => ({
      ticker,
      ...rows.finish({ ...this.#options, ticker }),
    }));
    const refused = this.#noteLeftOut(made);
    for (const remark of remarksOn(made)) this.#log.remark(remark);
    const splits = made.flatMap((one) => one.splits === undefined ? [] : [[one.ticker, one.splits] as const]);
    return {
      series: made.flatMap((one) => one.series),
      ...(splits.length > 0 && { splits }),
      problems: this.#log.list(),
      refused,
      skippedRows: this.#skippedRows,
      hasAhead: this.#days?.hasAhead ?? false,
    };
  }

  /** Refuses what cannot be believed as a whole, and says why there is nothing. */
  #checkWhole(): void {
    if (this.#width === 0 && this.#search.hasHeader) this.#begin();
    else if (this.#width === 0) this.#log.add(`No header: the file is empty; expected one like ${EXAMPLE_HEADER}`);
    if (this.#width > 0 && this.#rows === 0) this.#log.add("No rows below the header");
    const first = this.#firstFailed;
    if (first && this.#failed > Math.max(FEW_FAILED, MAX_FAILED * this.#rows * this.#readers.length)) {
      this.#refuse(`More than 2% of its rows cannot be read, so none is used: ${first.message}`, first);
    }
    const { file } = this.#options;
    const [only, ...others] = this.#tickers.keys();
    if (only === undefined) {
      const isSilent = this.#rows > 0 && this.#log.list().length === 0;
      if (isSilent) this.#log.add(`No row has a close: ${counted(this.#rows, "row")} without one`);
    } else if (others.length === 0 && contradictsName(file, only)) {
      this.#refuse(`Its rows are of ${only}, and its name is ${file}: name it after ${only}, or mend the column`, {
        line: 2,
      });
    }
  }

  /** Reads the rows that waited until the form of the file was known. */
  #begin(): void {
    const form = this.#search.form();
    if ("message" in form) return this.#refuse(form.message, form);
    this.#useForm(form);
    for (const record of form.rows) if (!this.#isRefused) this.#addRow(record);
  }

  #useForm({ sets, width, numbers, order }: PriceForm): void {
    const days = new DayReader({ order, latest: this.#options.latestDay });
    this.#days = days;
    this.#readers = sets.map((columns) => new PriceRowReader(columns, { numbers, days }));
    this.#width = width;
  }

  /** Nothing of the file is used. */
  #refuse(message: string, place: { line: number; column?: number }): void {
    this.#tickers.clear();
    this.#log.refuse(message, place);
    this.#isRefused = true;
  }

  /** Reports conflicts and refusals; returns the refused tickers, and why. */
  #noteLeftOut(made: readonly MadeOfTicker[]): Map<string, string> {
    for (const [message, place] of made.flatMap(skippedOf)) this.#log.add(message, place);
    const refused = made.flatMap(({ ticker, refusal }) => refusal === undefined ? [] : [{ ticker, refusal }]);
    for (const [refusal, some] of Map.groupBy(refused, (one) => one.refusal)) {
      this.#log.add(`Skipped ${firstNames(some.map(({ ticker }) => ticker))}: ${refusal}`);
    }
    return new Map(refused.map(({ ticker, refusal }) => [ticker, refusal]));
  }

  #addRow(record: CsvRecord): void {
    const { cells, line } = record;
    this.#rows++;
    if (cells.length !== this.#width) {
      const column = columnOf({ cells }, Math.min(cells.length, this.#width) - 1);
      return this.#fail(`Row has ${cells.length} cells, the header has ${this.#width}`, { line, column });
    }
    for (const reader of this.#readers) {
      const row = reader.read(cells);
      if (row === undefined) this.#skippedRows++;
      else if (!("message" in row)) this.#keep(row, line);
      else {
        this.#report(row, record);
        if (row.isDay) return; // one day for all tickers side by side
      }
    }
  }

  /** Reports a row, which counts for each ticker side by side. */
  #fail(message: string, place: { line: number; column?: number }, bars = this.#readers.length): void {
    this.#failed += bars;
    this.#firstFailed ??= { message, ...place };
    this.#log.add(message, place);
  }

  #report(bad: BadCell, record: CsvRecord): void {
    const place = { line: record.line, column: columnOf(record, bad.cell) };
    // a header once more, and what Yahoo's page writes between bars, say nothing of the others
    const isNote = /^(?:date|datum)$|\b(?:dividend|splits?)\b/i.test(record.cells[bad.cell] ?? "");
    if (bad.refusesFile) this.#refuse(bad.message, place);
    else if (bad.isAhead || isNote) this.#log.add(bad.message, place);
    else this.#fail(bad.message, place, bad.isDay ? this.#readers.length : 1);
  }

  #keep(row: PriceRow, line: number): void {
    const rows = this.#rowsOf(row.ticker);
    if (rows === undefined) this.#fail("Row has no ticker", { line });
    else if (!rows.add(row, line)) this.#skippedRows++;
    if (row.isBelowZero && !this.#hasBelowZero) {
      this.#log.remark(`Adjusted closes not above 0 from line ${line} on: ${CLOSES_STAY}`);
    }
    this.#hasBelowZero ||= row.isBelowZero ?? false;
  }

  /** The rows of a ticker as the file spells it; `undefined` for an empty one. */
  #rowsOf(spelling: string): TickerRows | undefined {
    const known = this.#spellings.get(spelling);
    if (known) return known;
    // that of the options is not from the file, and may be the file's own name
    const ticker = spelling === this.#options.ticker ? spelling : normaliseTicker(spelling);
    if (ticker === "") return undefined;
    const rows = this.#tickers.getOrInsertComputed(ticker, () => new TickerRows());
    this.#spellings.set(spelling, rows);
    return rows;
  }
}

const CLOSES_STAY = "the closes beside them are read, and returns with dividends leave those days out";
