import type { CsvRecord } from "../../text/csv_record.ts";
import { normaliseTicker } from "../ticker.ts";
import { type DayOrder, looksLikeDay, orderOf } from "./day_form.ts";
import { findIntradayLayout, type IntradayLayout } from "./intraday_layout.ts";
import { intradayNumbers } from "./intraday_row.ts";
import { type IntradayForm, IntradayTable } from "./intraday_table.ts";
import { hasTime, rawDayOf } from "./intraday_time.ts";
import { markOf } from "./number_form.ts";
import { PriceTable, type PriceTableOptions, type PriceTableResult } from "./price_table.ts";

/** Rows in order of time have each ticker once before one comes again: there are about 10,000 listed. */
const MAX_ROWS_LOOKED_AT = 50_000;
/** A daily file may hold a running day beside its last one. */
const MIN_REPEATS = 3;

/**
 * The table of a file of prices, whatever its rows are: a row a day goes to a {@link PriceTable}, and trades or bars of a
 * day's times to an {@link IntradayTable}. Rows wait until it is known which.
 */
export class FileTable {
  readonly #options: PriceTableOptions;
  readonly #search: IntradaySearch;
  #rows: CsvRecord[] = [];
  #table: PriceTable | IntradayTable | undefined;

  constructor(options: PriceTableOptions) {
    this.#options = options;
    this.#search = new IntradaySearch(options);
  }

  /** Adds a row; false when the rest of the file cannot be read. */
  add(record: CsvRecord): boolean {
    if (this.#table !== undefined) return this.#table.add(record);
    this.#rows.push(record);
    const kind = this.#search.add(record);
    return kind === undefined || this.#begin(kind === "intraday");
  }

  /** Records that the file broke off here, and why. */
  fail(state: string): void {
    this.#begin(this.#search.isIntraday);
    this.#table?.fail(state);
  }

  /** Returns the series, or the sessions, of all rows added. */
  finish(): PriceTableResult {
    this.#begin(this.#search.isIntraday);
    return this.#table?.finish() ?? new PriceTable(this.#options).finish();
  }

  /** Reads the rows that waited. */
  #begin(isIntraday: boolean): boolean {
    if (this.#table !== undefined) return true;
    const form = isIntraday ? this.#search.form() : undefined;
    const table = form === undefined ? new PriceTable(this.#options) : new IntradayTable(this.#options, form);
    this.#table = table;
    const rows = form === undefined ? this.#rows : this.#rows.slice(this.#search.headRows);
    this.#rows = [];
    return rows.every((record) => table.add(record));
  }
}

/** Looks at rows until they show whether a ticker has several of them a day. */
class IntradaySearch {
  readonly #owner: string | undefined;
  readonly #rows: CsvRecord[] = [];
  readonly #days = new Map<string, { readonly moment: string; readonly figures: string }>();
  #comments = 0;
  #layout: IntradayLayout | undefined;
  #repeats = 0;
  #decimal: "." | "," | undefined;
  #order: DayOrder | undefined;
  #openDay: { readonly cell: string; readonly line: number } | undefined;

  constructor({ ticker }: Pick<PriceTableOptions, "ticker">) {
    this.#owner = ticker;
  }

  /** Whether the rows so far are several a day, where no more come. */
  get isIntraday(): boolean {
    return this.#layout !== undefined && this.#repeats > 0 && this.#repeats >= this.#days.size;
  }

  /** Rows before the first one with a time. */
  get headRows(): number {
    const hasName = this.#layout?.headerRows === 2 && !looksLikeDay(this.#rows[2]?.cells[0] ?? "") &&
      !hasTime(this.#rows[2]?.cells[0] ?? "");
    return this.#comments + (this.#layout?.headerRows ?? 1) + (hasName ? 1 : 0);
  }

  /** Adds a row; what the file is, once that is known. */
  add(record: CsvRecord): "daily" | "intraday" | undefined {
    if (this.#rows.length === 0 && /^(#|sep=)/i.test(record.cells[0] ?? "")) return void this.#comments++;
    this.#rows.push(record);
    if (this.#rows.length === 1) return undefined;
    if (this.#rows.length === 2) {
      this.#layout = findIntradayLayout(this.#rows, this.#owner);
      if (this.#layout === undefined) return "daily";
      if (this.#layout.headerRows === 2) return undefined;
    }
    if (this.#layout !== undefined) return this.#look(record, this.#layout);
    return "daily";
  }

  /** How the rows are read; only where they are several a day. */
  form(): IntradayForm | undefined {
    if (this.#layout === undefined) return undefined;
    return {
      layout: this.#layout,
      numbers: { decimal: this.#decimal ?? ".", isProven: this.#decimal !== undefined },
      order: this.#order,
      openDay: this.#order === undefined ? this.#openDay : undefined,
    };
  }

  #look({ cells, line, problem }: CsvRecord, layout: IntradayLayout): "daily" | "intraday" | undefined {
    const [set] = layout.sets;
    if (problem || set === undefined || cells.length !== layout.width) return undefined;
    const date = cells[set.date] ?? "";
    const time = layout.time === undefined ? "" : cells[layout.time] ?? "";
    if (!hasTime(date, time)) return layout.headerRows === 2 && this.#rows.length === 3 ? undefined : "daily";
    this.#lookAtForm({ cells, line }, { layout, date });
    const key = `${set.ticker === undefined ? "" : normaliseTicker(cells[set.ticker] ?? "")} ${rawDayOf(date)}`;
    const before = this.#days.get(key);
    const figures = intradayNumbers(set).map(([, at]) => cells[at]).join(" ");
    if (figures.trim() === "") return undefined; // a row of other tickers beside it
    // the same figures at another time are the same day once more
    const row = { moment: `${date} ${time}`, figures };
    if (before !== undefined && before.moment !== row.moment && before.figures !== row.figures) this.#repeats++;
    this.#days.set(key, row);
    if (this.isIntraday && this.#repeats >= MIN_REPEATS && !this.#isOrderOpen()) return "intraday";
    return this.#rows.length > MAX_ROWS_LOOKED_AT && !this.isIntraday ? "daily" : undefined;
  }

  #lookAtForm(
    { cells, line }: Pick<CsvRecord, "cells" | "line">,
    { layout, date }: { readonly layout: IntradayLayout; readonly date: string },
  ): void {
    const order = orderOf(date);
    if (order === "open") this.#openDay ??= { cell: date, line };
    else if (order === "day" || order === "month") this.#order ??= order;
    this.#decimal ??= layout.sets.flatMap((set) => intradayNumbers(set).map(([, at]) => markOf(cells[at] ?? "")))
      .find((mark) => mark !== undefined);
  }

  #isOrderOpen(): boolean {
    return this.#openDay !== undefined && this.#order === undefined;
  }
}
