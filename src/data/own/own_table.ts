import type { CsvRecord } from "../../text/csv_record.ts";
import { excerpt, inQuotes } from "../../text/control.ts";
import { dayText, longDay } from "../../calendar/day.ts";
import type { DataProblem } from "../dataset.ts";
import { ProblemLog } from "../problem_log.ts";
import { bothReadings, DayReader, type NoDay, orderOf } from "../prices/day_form.ts";
import { markOf, type NumberForm, readNumber, twoReadings } from "../prices/number_form.ts";
import { findColumns } from "../prices/price_header.ts";
import { columnOf } from "../prices/price_row.ts";
import { normaliseTicker } from "../ticker.ts";
import { ownName } from "../own_name.ts";
import { GrowingSeries, type OwnSeries } from "./own_series.ts";

/** Whose table it is, and which days it may have. */
export interface OwnTableOptions {
  /** Its name for problems, of which the names of its columns begin. */
  readonly file: string;
  /** A row of a later day, `YYYY-MM-DD`, is refused. Default: none. */
  readonly latestDay?: string | undefined;
  /** The day of all rows of a table without a column of dates, `YYYY-MM-DD`. Default: there must be one. */
  readonly undatedDay?: string | undefined;
}

/** What a caller's own table holds. */
export interface OwnTable {
  /** Names of its columns of numbers, in their order. */
  readonly columns: readonly string[];
  /** Those of each ticker that has a number in one. */
  readonly series: readonly OwnSeries[];
  /** What of it was not read, and where. */
  readonly problems: readonly DataProblem[];
}

const EXAMPLE_HEADER = "ticker,date,my_factor";
const MAX_SHOWN = 40;

/** In place of a column of dates, where all rows are of one day. */
const NO_COLUMN = -1;

interface Header {
  readonly cells: readonly string[];
  readonly ticker: number;
  readonly date: number;
}

/**
 * Reads a table of a caller's own numbers: a column of tickers, one of dates, and any others, of which those with numbers
 * are taken. The order of day and month and the decimal mark are what its cells prove, as in files of prices.
 * @param records Its rows, the header first.
 * @param options Its name, and the last day.
 */
export function readOwnTable(records: Iterable<CsvRecord>, options: OwnTableOptions): OwnTable {
  const log = new ProblemLog(options.file);
  const [first, ...rows] = [...records].filter(({ cells }, at) => at > 0 || !/^(#|sep=)/i.test(cells[0] ?? ""));
  const header = headerOf(first, log, options);
  if (header === undefined) return { columns: [], series: [], problems: log.list() };
  const whole = rows.filter((row) => isWhole(row, header, log));
  if (whole.length === 0) log.add("No rows below the header");
  return new Reading(header, log, options).read(whole);
}

function headerOf(first: CsvRecord | undefined, log: ProblemLog, { undatedDay }: OwnTableOptions): Header | undefined {
  const cells = first?.cells ?? [];
  const { ticker, date } = findColumns(cells);
  const dated = date ?? (undatedDay === undefined ? undefined : NO_COLUMN);
  if (ticker !== undefined && dated !== undefined) return { cells, ticker, date: dated };
  const lacking = first === undefined
    ? "it is empty"
    : `it has no column of ${dated === undefined ? "dates" : "tickers"}`;
  log.refuse(`Not an own table: ${lacking}; expected a header like ${EXAMPLE_HEADER}`, { line: first?.line ?? 1 });
  return undefined;
}

function isWhole(record: CsvRecord, { cells: { length } }: Header, log: ProblemLog): boolean {
  const { cells, line, problem } = record;
  if (problem) log.add(problem.message, problem);
  else if (cells.length === length) return true;
  else {
    const column = columnOf(record, Math.min(cells.length, length) - 1);
    log.add(`Row has ${cells.length} cells, the header has ${length}`, { line, column });
  }
  return false;
}

/** The reading of the rows below a header. */
class Reading {
  readonly #header: Header;
  readonly #log: ProblemLog;
  readonly #options: OwnTableOptions;
  readonly #lines = new Map<string, number>();
  readonly #series = new Map<string, GrowingSeries>();

  constructor(header: Header, log: ProblemLog, options: OwnTableOptions) {
    this.#header = header;
    this.#log = log;
    this.#options = options;
  }

  read(rows: readonly CsvRecord[]): OwnTable {
    const columns = this.#numberColumns(rows);
    const numbers = numberFormOf(rows, columns);
    const days = this.#daysOf(rows);
    if (days !== undefined) { for (const row of rows) if (!this.#addRow(row, { columns, numbers, days })) break; }
    return {
      columns: columns.map(({ name }) => name),
      series: [...this.#series.values()].map((one) => one.finish()),
      problems: this.#log.list(),
    };
  }

  /** The columns with numbers; every other is named. */
  #numberColumns(rows: readonly CsvRecord[]): readonly NumberColumn[] {
    const { cells, ticker, date } = this.#header;
    const taken = new Map<string, string>();
    return cells.flatMap((cell, at) => {
      if (at === ticker || at === date) return [];
      const given = inQuotes(cell);
      const name = ownName(this.#options.file, cell, at + 1);
      const { some, numbers } = countNumbers(rows, at);
      if (some === 0 && rows.length > 0) this.#log.remark(`Column ${given} is empty`);
      else if (2 * numbers < some) this.#log.remark(`Column ${given} holds text, not numbers: it is not read`);
      else if (taken.has(name)) {
        this.#log.add(`Column ${given} has the name of the column ${taken.get(name)}, ${name}: it is not read`);
      } else {
        taken.set(name, given);
        return [{ name, at }];
      }
      return [];
    });
  }

  /** What reads its days; `undefined` where nothing of the table can be believed. */
  #daysOf(rows: readonly CsvRecord[]): DayReader | undefined {
    const { date } = this.#header;
    const orders = rows.map(({ cells }) => orderOf(cells[date] ?? ""));
    const order = orders.find((one) => one === "day" || one === "month");
    const open = rows[orders.indexOf("open")];
    if (order === undefined && open !== undefined) {
      const cell = open.cells[date] ?? "";
      const message = `${JSON.stringify(cell)} is ${bothReadings(cell)}: no row proves the order of day and month; ` +
        "write days as YYYY-MM-DD";
      this.#log.refuse(message, { line: open.line, column: columnOf(open, date) });
      return undefined;
    }
    return new DayReader({ order, latest: this.#options.latestDay });
  }

  /** False when the rest cannot be believed either. */
  #addRow(row: CsvRecord, form: RowForm): boolean {
    const { cells, line } = row;
    const { ticker: tickerAt, date } = this.#header;
    const ticker = normaliseTicker(cells[tickerAt] ?? "");
    const day = form.days.read(date === NO_COLUMN ? this.#options.undatedDay ?? "" : cells[date] ?? "", ticker);
    if (typeof day !== "number") return this.#refuseDay(row, day);
    const key = `${ticker} ${day}`;
    const earlier = this.#lines.get(key);
    if (ticker === "") this.#log.add("Row has no ticker", { line, column: columnOf(row, tickerAt) });
    else if (earlier !== undefined) {
      const message = `A second row of ${excerpt(ticker, MAX_SHOWN)} on ${
        longDay(dayText(day))
      }, after that of line ${earlier}`;
      this.#log.add(`${message}: it is not read`, { line, column: columnOf(row, tickerAt) });
    } else {
      this.#lines.set(key, line);
      for (const column of form.columns) this.#addCell(row, { ...column, ticker, day, numbers: form.numbers });
    }
    return true;
  }

  #refuseDay(row: CsvRecord, { message, refusesFile }: NoDay): boolean {
    const place = { line: row.line, column: columnOf(row, this.#header.date) };
    if (refusesFile) {
      this.#series.clear();
      this.#log.refuse(message, place);
    } else this.#log.add(message, place);
    return refusesFile !== true;
  }

  #addCell(row: CsvRecord, { name, at, ticker, day, numbers }: Cell): void {
    const cell = row.cells[at] ?? "";
    const value = readNumber(cell, numbers.decimal);
    if (value === undefined) return;
    const place = { line: row.line, column: columnOf(row, at) };
    const shown = inQuotes(cell);
    if (!Number.isFinite(value)) this.#log.add(`Cannot read ${shown}: expected a number`, place);
    else if (!numbers.isProven && cell.includes(",")) {
      this.#log.add(`Cannot tell the decimal mark: ${twoReadings(cell)}`, place);
    } else {
      const key = `${name} ${ticker}`;
      const series = this.#series.getOrInsertComputed(key, () => new GrowingSeries(name, ticker));
      series.add(day, value);
    }
  }
}

interface RowForm {
  readonly columns: readonly NumberColumn[];
  readonly numbers: NumberForm;
  readonly days: DayReader;
}

interface Cell extends NumberColumn, Pick<RowForm, "numbers"> {
  readonly ticker: string;
  readonly day: number;
}

/** A column of numbers of an own table. */
interface NumberColumn {
  readonly name: string;
  /** Its place, from 0. */
  readonly at: number;
}

/** How many cells of a column say something, and how many of them are numbers by either mark. */
function countNumbers(
  rows: readonly CsvRecord[],
  at: number,
): { readonly some: number; readonly numbers: number } {
  const [some, numbers] = rows.reduce(([some, numbers], { cells }) => {
    const read = [readNumber(cells[at] ?? "", "."), readNumber(cells[at] ?? "", ",")];
    if (read.includes(undefined)) return [some, numbers] as const;
    return [some + 1, numbers + (read.some(Number.isFinite) ? 1 : 0)] as const;
  }, [0, 0] as readonly [number, number]);
  return { some, numbers };
}

/** The decimal mark that the first cell proves which proves one. */
function numberFormOf(rows: readonly CsvRecord[], columns: readonly NumberColumn[]): NumberForm {
  for (const { cells } of rows) {
    for (const { at } of columns) {
      const mark = markOf((cells[at] ?? "").trim().replace(/^[+-]/, ""));
      if (mark !== undefined) return { decimal: mark, isProven: true };
    }
  }
  return { decimal: ".", isProven: false };
}
