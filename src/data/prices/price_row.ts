import { isDay } from "../day.ts";
import type { Bar } from "../dataset.ts";
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
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const MISSING = /^(null|nan|n\/a|#n\/a|na|none|-)?$/i;

const MONTHS = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];

type Values = Partial<
  Record<"close" | "adjusted" | "open" | "high" | "low" | "volume", number>
>;

/** Reads the rows below a header. Parsed days are cached, because a file repeats them for each ticker. */
export class PriceRowReader {
  readonly #columns: PriceColumns;
  readonly #width: number;
  readonly #numbers: readonly (readonly [keyof Values, number])[];
  readonly #days = new Map<string, string>();

  /** `width` is the number of cells in the header. */
  constructor(columns: PriceColumns, width: number) {
    const { date: _date, ticker: _ticker, ...numbers } = columns;
    this.#columns = columns;
    this.#width = width;
    this.#numbers = Object.entries(numbers) as [keyof Values, number][];
  }

  /** The row, its first bad cell, or `undefined` when it has no close. */
  read(cells: readonly string[]): PriceRow | BadCell | undefined {
    if (cells.length !== this.#width) {
      return {
        cell: Math.min(cells.length, this.#width) - 1,
        message: `Row has ${cells.length} cells, the header has ${this.#width}`,
      };
    }
    const { date, ticker: named, close } = this.#columns;
    const day = this.#day(cells[date] ?? "");
    if (day === "") return badCell(cells, date, "a date as YYYY-MM-DD");
    const values: Values = {};
    for (const [key, at] of this.#numbers) {
      const value = readNumber(cells[at] ?? "");
      if (value === undefined) continue;
      if (key === "volume" ? value >= 0 : value > 0) values[key] = value;
      else {
        const expected = key === "volume" ? "a number of shares" : "a price above 0";
        return badCell(cells, at, expected);
      }
    }
    if (close !== undefined && values.close === undefined) return undefined;
    return toRow({ ticker: named === undefined ? "" : cells[named] ?? "", day, values });
  }

  #day(cell: string): string {
    const known = this.#days.get(cell);
    if (known !== undefined) return known;
    const day = toDay(cell.trim());
    const read = isDay(day) ? day : "";
    this.#days.set(cell, read);
    return read;
  }
}

/** Reads `2017-12-29`, `2017/12/29`, `20171229`, with or without a time of day, and `Dec 29, 2017`. */
function toDay(text: string): string {
  const iso = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?:[T ].*)?$/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`;
  const [, word = "", day = "", year = ""] = /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})$/i.exec(text) ?? [];
  const month = MONTHS.indexOf(word.toLowerCase()) + 1;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** `undefined` for an empty cell, `NaN` for one that is not a number. */
function readNumber(cell: string): number | undefined {
  const text = cell.trim();
  if (NUMBER.test(text)) return Number(text);
  return MISSING.test(text) ? undefined : NaN;
}

function badCell(
  cells: readonly string[],
  cell: number,
  expected: string,
): BadCell {
  const found = JSON.stringify((cells[cell] ?? "").slice(0, 40));
  return { cell, message: `Cannot read ${found}: expected ${expected}` };
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
