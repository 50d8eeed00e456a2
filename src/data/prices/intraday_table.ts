import type { CsvRecord } from "../../text/csv_record.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";
import type { IntradayBar } from "../sessions/bar_session.ts";
import { LeftOut } from "../sessions/left_out.ts";
import { type MadeSessions, makeSessions } from "../sessions/make_sessions.ts";
import type { Trade } from "../sessions/trade_session.ts";
import { normaliseTicker } from "../ticker.ts";
import { bothReadings, type DayOrder } from "./day_form.ts";
import type { IntradayLayout } from "./intraday_layout.ts";
import { clockRefusal, sessionNotes } from "./intraday_notes.ts";
import { IntradayRowReader, type RowContents } from "./intraday_row.ts";
import { type Moment, MomentReader } from "./intraday_time.ts";
import type { NumberForm } from "./number_form.ts";
import { type BadCell, columnOf } from "./price_row.ts";
import type { PriceTableOptions, PriceTableResult } from "./price_table.ts";
import { ProblemLog } from "../problem_log.ts";

/** How a file of trades or intraday bars is read. */
export interface IntradayForm {
  readonly layout: IntradayLayout;
  readonly numbers: NumberForm;
  /** Present where its days need one and prove it. */
  readonly order?: DayOrder | undefined;
  /** A day that may be read in two ways, where no row proves which. */
  readonly openDay?: { readonly cell: string; readonly line: number } | undefined;
}

interface DayRows {
  readonly trades: Map<string, Trade[]>;
  readonly bars: Map<string, IntradayBar[]>;
  last: number;
}

/** A time without a zone, for a message. */
interface LocalTime {
  readonly cell: string;
  readonly line: number;
}

/** Makes the sessions of a file of trades or intraday bars from its rows, those of the header left out. */
export class IntradayTable {
  readonly #options: PriceTableOptions;
  readonly #form: IntradayForm;
  readonly #log: ProblemLog;
  readonly #leftOut = new LeftOut();
  readonly #days = new Map<string, DayRows>();
  readonly #moments: MomentReader;
  readonly #readers: readonly IntradayRowReader[];
  readonly #tickers = new Map<string, string>();
  #local: LocalTime | undefined;
  #hasZone = false;
  #isRefused = false;
  #skippedRows = 0;

  constructor(options: PriceTableOptions, form: IntradayForm) {
    const { layout, numbers, order } = form;
    this.#options = options;
    this.#form = form;
    this.#log = new ProblemLog(options.file);
    this.#moments = new MomentReader({ order, latest: options.latestDay, zone: layout.zone });
    this.#readers = layout.sets.map((set) => new IntradayRowReader(set, { layout, form: numbers }));
    if (form.openDay !== undefined) this.#refuse(openDayMessage(form.openDay.cell), form.openDay);
    if (layout.kind === "quotes") this.#refuse(QUOTES, { line: 1 });
  }

  /** Adds a row; false when the rest of the file cannot be read. */
  add({ cells, line, problem }: CsvRecord): boolean {
    const { layout } = this.#form;
    if (this.#isRefused) return false;
    const [columns] = layout.sets;
    if (problem) this.#log.add(problem.message, problem);
    else if (cells.length !== layout.width) {
      this.#log.add(`Row has ${cells.length} cells, the header has ${layout.width}`, { line });
    } else if (columns !== undefined) {
      const time = layout.time === undefined ? undefined : cells[layout.time] ?? "";
      const moment = this.#moments.read(cells[columns.date] ?? "", time);
      if ("message" in moment) this.#report({ cell: columns.date, isDay: true, ...moment }, { cells, line });
      else if (this.#hasOneClock(moment, { cell: cells[columns.date] ?? "", line })) {
        this.#addRow(moment, { cells, line });
      }
    }
    return !this.#isRefused;
  }

  /** Records that the file broke off here, and why. */
  fail(state: string): void {
    if (this.#isRefused) return;
    this.#log.add(`Cannot read the file to its end: ${state}; the rows before are kept`);
  }

  /** Returns the sessions of all rows added. */
  finish(): PriceTableResult {
    const { source } = this.#options;
    const made = makeSessions(this.#isRefused ? new Map() : this.#days, {
      source,
      leftOut: this.#leftOut,
      isLocal: this.#local !== undefined,
    });
    const isRefused = this.#isRefused || this.#refuseClock(made);
    const sessions = [...made.sessions].map(([ticker, own]) => ({ ticker, currency: "", sessions: own }));
    if (!isRefused) this.#note(made);
    const problems = this.#log.list();
    const why = problems[0]?.message ?? "it has no session";
    return {
      series: [],
      sessions,
      problems,
      refused: new Map(
        [...new Set(this.#tickers.values())].filter((one) => !made.sessions.has(one)).map((one) => [one, why]),
      ),
      skippedRows: this.#skippedRows,
      hasAhead: this.#moments.hasAhead,
    };
  }

  /** A file whose times have no zone at all, and prove none, gives nothing. */
  #refuseClock(made: MadeSessions): boolean {
    if (this.#local === undefined || made.sessions.size > 0 || made.unproven.length === 0) return false;
    this.#refuse(clockRefusal(this.#local.cell, made.shift), this.#local);
    return true;
  }

  #note(made: MadeSessions): void {
    const clock = this.#local === undefined ? "zone" : "proven";
    for (
      const { message, isRemark } of sessionNotes(made, { leftOut: this.#leftOut, clock, kind: this.#form.layout.kind })
    ) {
      if (isRemark) this.#log.remark(message);
      else this.#log.add(message);
    }
    const unknown = new Map(this.#readers.flatMap((reader) => [...reader.unknown]));
    if (unknown.size === 0) return;
    const list = [...unknown].map(([word, count]) => `${JSON.stringify(word)} (${counted(count, "row")})`);
    this.#log.remark(`Conditions that are not known, read as ordinary trades: ${firstNames(list)}`);
  }

  /** All times of a file have a zone, or none has. */
  #hasOneClock({ isLocal }: Moment, place: LocalTime): boolean {
    if (isLocal) this.#local ??= place;
    else this.#hasZone = true;
    if (this.#local === undefined || !this.#hasZone) return true;
    this.#refuse(
      `${JSON.stringify(this.#local.cell)} has no time zone, other rows have one: write all times with it`,
      place,
    );
    return false;
  }

  #addRow(moment: Moment, record: CsvRecord): void {
    const { cells, line } = record;
    for (const [place, reader] of this.#readers.entries()) {
      const found = reader.read(cells);
      if (found === undefined) this.#skippedRows++;
      else if ("message" in found) this.#report(found, record);
      else {
        const { ticker: column, owner = "" } = this.#form.layout.sets[place] ?? { date: 0 };
        const ticker = this.#tickerOf(column === undefined ? owner : cells[column] ?? "");
        if (ticker === "") this.#log.add("Row has no ticker", { line });
        else this.#keep(found, { ticker, line, ...moment });
      }
    }
  }

  #keep(
    found: RowContents,
    { ticker, day, at, line }: Moment & { readonly ticker: string; readonly line: number },
  ): void {
    const rows = this.#days.getOrInsertComputed(day, () => ({ trades: new Map(), bars: new Map(), last: 0 }));
    rows.last = Math.max(rows.last, at);
    if ("leftOut" in found) this.#leftOut.add(found.leftOut);
    else if ("trade" in found) push(rows.trades, ticker, { ...found.trade, at, line });
    else push(rows.bars, ticker, { ...found.bar, at, line });
  }

  #tickerOf(spelling: string): string {
    const known = this.#tickers.get(spelling);
    if (known !== undefined) return known;
    const ticker = spelling === this.#options.ticker ? spelling : normaliseTicker(spelling);
    if (ticker !== "") this.#tickers.set(spelling, ticker);
    return ticker;
  }

  #report(bad: BadCell, record: CsvRecord): void {
    const place = { line: record.line, column: columnOf(record, bad.cell) };
    if (bad.refusesFile) this.#refuse(bad.message, place);
    else this.#log.add(bad.message, place);
  }

  #refuse(message: string, place: { line: number; column?: number }): void {
    this.#days.clear();
    this.#log.refuse(message, place);
    this.#isRefused = true;
  }
}

const QUOTES = "Quotes, not trades: a day's prices, volume and average price are made of trades; " +
  "add a file with the columns time, price and size";

function openDayMessage(cell: string): string {
  return `Cannot tell the day from the month: ${JSON.stringify(cell)} is ${bothReadings(cell)}, ` +
    "and no row proves which; write days as YYYY-MM-DD";
}

function push<Row>(rows: Map<string, Row[]>, ticker: string, row: Row): void {
  rows.getOrInsert(ticker, []).push(row);
}
