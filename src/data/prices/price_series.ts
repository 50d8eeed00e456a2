import type { Frequency, PriceSeries } from "../dataset.ts";
import { dayNumber, dayText } from "../../calendar/day.ts";
import { OPTIONAL_COLUMNS } from "../series.ts";
import { mapColumns, pick, type RowColumns } from "./row_columns.ts";
import { afterSplits, type ShownSplit, shownSplits } from "./shown_splits.ts";

/** Largest median gap of a daily series, weekends and holidays included. */
const MAX_DAILY_GAP_DAYS = 4;
const MIN_MONTHLY_GAP_DAYS = 20;
const MAX_MONTHLY_GAP_DAYS = 45;
/** Enough to tell daily from monthly bars, and few enough to come before most days that are asked about. */
const ROWS_LOOKED_AT = 9;

/** The rows of one ticker in one file, in order of day, one per day. */
export interface TickerTable extends RowColumns {
  readonly ticker: string;
  readonly currency: string;
  readonly source: string;
}

/** The series of one ticker in one file, or why there is none. */
export interface SeriesOfTicker {
  readonly series: readonly PriceSeries[];
  /** Whether bars dated on the first of a month were moved to its end. */
  readonly isMoved: boolean;
  /** Whether the last bars do not follow each other as the first ones do, which say how all are read. */
  readonly isMixed: boolean;
  /** Splits that its rows show, in order of their days; absent without one. */
  readonly splits?: readonly ShownSplit[];
  /** Why there is no series. */
  readonly refusal?: string;
}

/**
 * Makes the price series and the total return series of a ticker. Its first rows say how often there is a bar, and
 * whether bars are dated on the first of their month: rows after the day of a view must not change how those before it
 * are read. Closes that are as traded are adjusted for the splits that the rows show.
 */
export function makeSeries({ ticker, currency, source, ...rows }: TickerTable): SeriesOfTicker {
  const frequency = frequencyOf(rows.days.subarray(0, ROWS_LOOKED_AT));
  const isMixed = frequencyOf(rows.days.subarray(-ROWS_LOOKED_AT)) !== frequency;
  if (frequency === undefined) {
    return { series: [], isMoved: false, isMixed, refusal: "neither daily nor monthly bars" };
  }
  const isMoved = frequency === "monthly" && isStampedOnFirst(rows.days);
  const kept = isMoved ? withoutOpenMonths(rows) : rows;
  const days = frequency === "daily" ? kept.days : monthEnds(kept.days, isMoved);
  const name = { ticker, frequency, currency, source } as const;
  const splits = shownSplits({ ...kept, days });
  const table = afterSplits({ ...kept, days }, splits);
  const { close, adjusted } = table.values;
  const factors = adjusted?.map((value, row) => value / (close?.[row] ?? NaN));
  const series: PriceSeries[] = [
    ...close ? [{ ...name, basis: "price" as const, ...columnsOf(table, { close }) }] : [],
    ...adjusted ? [{ ...name, basis: "total_return" as const, ...columnsOf(table, { close: adjusted, factors }) }] : [],
  ];
  const shown = splits.length === 0 ? {} : { splits };
  return { series: series.filter((one) => one.days.length > 0), isMoved, isMixed, ...shown };
}

function frequencyOf(days: Int32Array): Frequency | undefined {
  const gaps = days.subarray(1).map((day, at) => day - (days[at] ?? day)).sort();
  const median = gaps[Math.floor(gaps.length / 2)] ?? 1;
  if (median <= MAX_DAILY_GAP_DAYS) return "daily";
  return median > MIN_MONTHLY_GAP_DAYS && median <= MAX_MONTHLY_GAP_DAYS ? "monthly" : undefined;
}

/** Ignores the last bar: a service that dates a month's close on its first day appends today's. */
function isStampedOnFirst(days: Int32Array): boolean {
  return days.subarray(0, -1).subarray(0, ROWS_LOOKED_AT).every(isFirstOfMonth);
}

function isFirstOfMonth(day: number): boolean {
  return dayText(day).endsWith("-01");
}

function monthOf(day: number): string {
  return dayText(day).slice(0, "YYYY-MM".length);
}

/**
 * Drops the months that were unfinished when a row of them was written: the last one if its last row is not on the first,
 * and each with a row on the first and another one, so that rows of later months bring none of them back.
 */
function withoutOpenMonths(rows: RowColumns): RowColumns {
  const last = rows.days.at(-1) ?? 0;
  const firsts = new Set(Array.from(rows.days.filter(isFirstOfMonth), monthOf));
  const others = Array.from(rows.days.filter((day) => !isFirstOfMonth(day)));
  const open = new Set(others.filter((day) => day === last || firsts.has(monthOf(day))).map(monthOf));
  if (open.size === 0) return rows;
  const closed = new Uint32Array(rows.days.length).map((_, row) => row).filter((row) =>
    !open.has(monthOf(rows.days[row] ?? 0))
  );
  return {
    days: Int32Array.from(closed, (row) => rows.days[row] ?? NaN),
    values: mapColumns(rows.values, (column) => pick(column, closed)),
  };
}

/** The last trading day of the month of each row; a row that is dated before it stays there, unless rows are moved. */
function monthEnds(days: Int32Array, isMoved: boolean): Int32Array {
  return days.map((day) => {
    const end = dayNumber(lastTradingDay(monthOf(day)));
    return isMoved ? end : Math.min(day, end);
  });
}

/** What the columns of one basis are made of. */
interface BasisColumns {
  /** Closes of the basis; NaN where a row has none. */
  readonly close: Float64Array;
  /** What open, high and low are multiplied with. Default: 1. They are left out where it is not finite. */
  readonly factors?: Float64Array | undefined;
}

/** The columns of the rows that have a close. */
function columnsOf(
  { days, values }: RowColumns,
  { close, factors }: BasisColumns,
): Pick<PriceSeries, "days" | "close" | typeof OPTIONAL_COLUMNS[number]> {
  const rows = rowsWith(close, days);
  const of = (column: Float64Array) => rows.length === days.length ? column : pick(column, rows);
  const columns = OPTIONAL_COLUMNS.map((name) => {
    const column = values[name];
    return [name, column && of(name === "volume" || !factors ? column : scaled(column, factors))] as const;
  });
  return {
    days: rows.length === days.length ? days : Int32Array.from(rows, (row) => days[row] ?? NaN),
    close: of(close),
    ...Object.fromEntries(columns.filter(([, column]) => column?.some((value) => !Number.isNaN(value)))),
  };
}

/** The rows that have a close; of two rows of one day, the later one is kept. */
function rowsWith(close: Float64Array, days: Int32Array): Uint32Array {
  const rows = new Uint32Array(days.length);
  let count = 0;
  for (let row = 0; row < days.length; row++) {
    if (Number.isNaN(close[row])) continue;
    if (count > 0 && days[rows[count - 1] ?? 0] === days[row]) count--;
    rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function scaled(column: Float64Array, factors: Float64Array): Float64Array {
  return column.map((value, row) => Number.isFinite(factors[row]) ? value * (factors[row] ?? NaN) : NaN);
}

const FRIDAY = 5;
const MONDAY = 1;

/**
 * The last trading day of a month on the New York Stock Exchange.
 * Only two holidays can be a month's last weekday: Good Friday and Memorial Day. New Year's Day is
 * never observed in December, and no unscheduled closing since 1950 fell on a month's last day.
 * @param month Like `2017-12`.
 * @returns Like `2017-12-29`.
 */
export function lastTradingDay(month: string): string {
  const year = Number(month.slice(0, 4));
  const day = new Date(Date.UTC(year, Number(month.slice(5, 7)), 0));
  while (!isTradingDay(day)) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

function isTradingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday === 0 || weekday > FRIDAY) return false;
  const isMemorialDay = day.getUTCMonth() === 4 && weekday === MONDAY &&
    day.getUTCDate() >= 25;
  return !isMemorialDay && day.getTime() !== goodFriday(day.getUTCFullYear());
}

/** Two days before Easter by the anonymous Gregorian rule (Nature, 20 April 1876; Meeus 1991). */
function goodFriday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - f + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1 - 2);
}
