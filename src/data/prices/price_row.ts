import type { Bar } from "../dataset.ts";
import type { DayReader } from "./day_form.ts";
import { markOf, type NumberForm, readNumber, readShares } from "./number_form.ts";
import type { PriceColumns } from "./price_header.ts";

/** One row of a price file. */
export interface PriceRow {
  /** As the file spells it; empty when the file has no such column. */
  readonly ticker: string;
  /** The bar based on the close, if there is one. */
  readonly price?: Bar;
  /** The bar based on the adjusted close, if there is one. */
  readonly adjusted?: Bar;
}

/** A cell that cannot be read. */
export interface BadCell {
  /** Index in the row, from 0. */
  readonly cell: number;
  readonly message: string;
  /** Present for the day of the row. */
  readonly isDay?: true;
  /** Present where no row of the file can be believed. */
  readonly refusesFile?: true;
}

type Values = Partial<
  Record<"close" | "adjusted" | "open" | "high" | "low" | "volume", number>
>;

/** Reads the rows below a header, as one set of columns has them. */
export class PriceRowReader {
  readonly #columns: PriceColumns;
  readonly #form: NumberForm;
  readonly #days: DayReader;
  readonly #numbers: readonly (readonly [keyof Values, number])[];

  constructor(columns: PriceColumns, { numbers, days }: { numbers: NumberForm; days: DayReader }) {
    this.#columns = columns;
    this.#form = numbers;
    this.#days = days;
    this.#numbers = numberColumns(columns);
  }

  /** The row, its first bad cell, or `undefined` when it has no close. */
  read(cells: readonly string[]): PriceRow | BadCell | undefined {
    const { date, ticker: named, owner = "", close } = this.#columns;
    const day = this.#days.read(cells[date] ?? "");
    if (typeof day !== "string") return { cell: date, isDay: true, ...day };
    const { decimal, isProven } = this.#form;
    const values: Values = {};
    for (const [key, at] of this.#numbers) {
      const cell = cells[at] ?? "";
      const value = key === "volume" ? readShares(cell, decimal) : readNumber(cell, decimal);
      if (value === undefined) continue;
      if (!(key === "volume" ? value >= 0 : value > 0)) return badNumber(cell, { at, key });
      if (!isProven && this.#isOpen(cell, cells)) return openNumber(cell, at);
      values[key] = value;
    }
    if (close !== undefined && values.close === undefined) return undefined;
    return toRow({ ticker: named === undefined ? owner : cells[named] ?? "", day, values });
  }

  /** Whether the comma of a cell may stand before decimals: neither it nor the row says. */
  #isOpen(cell: string, cells: readonly string[]): boolean {
    return cell.includes(",") && !this.#numbers.some(([, at]) => markOf(cells[at] ?? "") === ".");
  }
}

/** The columns of numbers. */
export function numberColumns(columns: PriceColumns): readonly (readonly [keyof Values, number])[] {
  const { date: _date, ticker: _ticker, owner: _owner, ...numbers } = columns;
  return Object.entries(numbers) as [keyof Values, number][];
}

function badNumber(cell: string, { at, key }: { at: number; key: keyof Values }): BadCell {
  const expected = key === "volume" ? "a number of shares" : "a price above 0";
  return { cell: at, message: `Cannot read ${JSON.stringify(cell.slice(0, 40))}: expected ${expected}` };
}

function openNumber(cell: string, at: number): BadCell {
  const [whole, split] = [cell.replace(",", ""), cell.replace(",", ".")];
  const message = `Cannot read ${JSON.stringify(cell)}: ${whole} or ${split}; write numbers without separators`;
  return { cell: at, message };
}

function toRow(
  { ticker, day, values }: { ticker: string; day: string; values: Values },
): PriceRow | undefined {
  const { close, adjusted } = values;
  if (close === undefined && adjusted === undefined) return undefined;
  return {
    ticker,
    ...(close !== undefined && { price: toBar(day, { close, values }) }),
    ...(adjusted !== undefined && {
      adjusted: toBar(day, { close: adjusted, values, unadjusted: close ?? 0 }),
    }),
  };
}

/** Scales open, high and low to the basis of an adjusted close, or omits them without an unadjusted close. */
function toBar(
  date: string,
  { close, values, unadjusted = close }: {
    close: number;
    values: Values;
    unadjusted?: number;
  },
): Bar {
  const bar: { -readonly [K in keyof Bar]: Bar[K] } = { date, close };
  const factor = close / unadjusted;
  const { open, high, low, volume } = values;
  if (factor < Infinity) {
    if (open !== undefined) bar.open = open * factor;
    if (high !== undefined) bar.high = high * factor;
    if (low !== undefined) bar.low = low * factor;
  }
  if (volume !== undefined) bar.volume = volume;
  return bar;
}
