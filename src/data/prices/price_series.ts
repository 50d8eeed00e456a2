import type { Frequency, PriceSeries } from "../dataset.ts";
import { dayNumber, dayText, longDay } from "../../calendar/day.ts";
import { isSession, sessionBefore } from "../../calendar/exchange_days.ts";
import { exchangeOf, UNKNOWN_EXCHANGE } from "../../calendar/exchanges.ts";
import { isWeekend } from "../../calendar/yearly_days.ts";
import { OPTIONAL_COLUMNS } from "../series.ts";
import { twoReadings } from "./number_form.ts";
import { mapColumns, pick, type RowColumns } from "./row_columns.ts";
import { afterSplits, type ShownSplit, shownSplits } from "./shown_splits.ts";

/** Largest median gap of a daily series, weekends and holidays included. */
const MAX_DAILY_GAP_DAYS = 4;
const MIN_MONTHLY_GAP_DAYS = 20;
const MAX_MONTHLY_GAP_DAYS = 45;
/** Enough to tell daily from monthly bars, and few enough to come before most days that are asked about. */
const ROWS_LOOKED_AT = 9;

/** How often there may be a bar. */
export const SUPPORTED = "only daily and monthly prices are supported";
/** Three weeks of rows show whether there are bars on weekends, and whether they repeat those before. */
const ROWS_OF_WEEKENDS = 21;

/** The rows of one ticker in one file, in order of day, one per day. */
export interface TickerTable extends RowColumns {
  readonly ticker: string;
  readonly currency: string;
  readonly source: string;
}

/** The series of one ticker in one file, or why it is missing. */
export interface SeriesOfTicker {
  readonly series: readonly PriceSeries[];
  /** Whether bars dated on the first of a month were moved to its end. */
  readonly isMoved: boolean;
  /** Whether the last bars do not follow each other as the first ones do, which say how all are read. */
  readonly isMixed: boolean;
  /** Splits that its rows show, in order of their days; absent without one. */
  readonly splits?: readonly ShownSplit[];
  /** Days without a session that have a row, which is left out; absent without one. */
  readonly closedDays?: readonly string[];
  /** Why there is no series. */
  readonly refusal?: string;
}

/**
 * Makes the price series and the total return series of a ticker. Its first rows say how often there is a bar, and
 * whether bars are dated on the first of their month: rows after the day of a view must not change how those before it
 * are read. Closes that are as traded are adjusted for the splits that the rows show.
 */
export function makeSeries({ ticker, currency, source, ...all }: TickerTable): SeriesOfTicker {
  const frequency = frequencyOf(all.days.subarray(0, ROWS_LOOKED_AT));
  const isMixed = frequencyOf(all.days.subarray(-ROWS_LOOKED_AT)) !== frequency;
  const refused = (refusal: string) => ({ series: [], isMoved: false, isMixed, refusal });
  if (frequency === undefined) return refused(`neither daily nor monthly prices; ${SUPPORTED}`);
  const closed = frequency === "daily" ? closedRows(ticker, all) : [];
  if (typeof closed === "string") return refused(closed);
  const rows = withoutRows(all, closed);
  const thousands = groupedThousands(rows.values.close ?? rows.values.adjusted);
  if (thousands !== undefined) return refused(thousands);
  const isMoved = frequency === "monthly" && isStampedOnFirst(rows.days);
  const kept = isMoved ? withoutOpenMonths(rows) : rows;
  const days = frequency === "daily" ? kept.days : monthEnds(kept.days, { ticker, isMoved });
  const name = { ticker, frequency, currency, source } as const;
  const splits = shownSplits({ ...kept, days });
  const table = afterSplits({ ...kept, days }, splits);
  const { close, adjusted } = table.values;
  const factors = adjusted?.map((value, row) => value / (close?.[row] ?? NaN));
  const series: PriceSeries[] = [
    ...close ? [{ ...name, basis: "price" as const, ...columnsOf(table, { close }) }] : [],
    ...adjusted ? [{ ...name, basis: "total_return" as const, ...columnsOf(table, { close: adjusted, factors }) }] : [],
  ];
  return {
    series: series.filter((one) => one.days.length > 0),
    isMoved,
    isMixed,
    ...(splits.length > 0 && { splits }),
    ...(closed.length > 0 && { closedDays: closed.map((row) => dayText(all.days[row] ?? NaN)) }),
  };
}

/**
 * The rows of daily bars on days without a session: weekends, and where the first weekends repeat the bars before them, as
 * in a table that is filled up, every day on which the exchange is closed.
 * @returns Why there is no series, where the first weekends have bars of their own.
 */
function closedRows(ticker: string, { days, values }: RowColumns): readonly number[] | string {
  const exchange = exchangeOf(ticker);
  if (exchange === UNKNOWN_EXCHANGE) return []; // some trade on Sundays
  const close = values.close ?? values.adjusted;
  const isRepeat = (row: number) => close?.[row] === close?.[row - 1];
  const weekends = [...days.keys()].filter((row) => isWeekend(days[row] ?? NaN));
  const first = weekends.filter((row) => row < ROWS_OF_WEEKENDS);
  const [own, ...more] = first.filter((row) => !isRepeat(row));
  if (own !== undefined && more.length > 0) {
    return `there are bars on Saturdays or Sundays, the first on ${
      longDay(dayText(days[own] ?? NaN))
    }: its days are those of ` +
      "another time zone, or it is not traded on an exchange";
  }
  if (first.length < 2) return weekends;
  const isClosed = (row: number) => !isSession(dayText(days[row] ?? NaN), exchange);
  return [...days.keys()].filter((row) => isWeekend(days[row] ?? NaN) || isRepeat(row) && isClosed(row));
}

/** Why there is no series where dots group thousands, as in 998 and then 1.002: read as decimals, a price is a thousandth. */
function groupedThousands(close: Float64Array = new Float64Array()): string | undefined {
  const lower = close.map((own, row) => Math.min(own, close[row - 1] ?? NaN));
  const grouped = lower.find((small, row) => {
    const large = Math.max(close[row] ?? NaN, close[row - 1] ?? NaN);
    const isThousandth = small * 500 < large && large < small * 2000 && large < 1000 && large % 1 === 0;
    return isThousandth && Math.abs(small * 1000 - Math.round(small * 1000)) < 1e-9;
  });
  return grouped ? `Cannot tell the decimal mark: ${twoReadings(grouped.toFixed(3))}` : undefined;
}

function withoutRows(rows: RowColumns, left: readonly number[]): RowColumns {
  if (left.length === 0) return rows;
  const out = new Set(left);
  const kept = Uint32Array.from(rows.days.keys().filter((row) => !out.has(row)));
  return {
    days: Int32Array.from(kept, (row) => rows.days[row] ?? NaN),
    values: mapColumns(rows.values, (column) => pick(column, kept)),
  };
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
  return withoutRows(rows, [...rows.days.keys()].filter((row) => open.has(monthOf(rows.days[row] ?? 0))));
}

/** The last trading day of the month of each row; a row that is dated before it stays there, unless rows are moved. */
function monthEnds(days: Int32Array, { ticker, isMoved }: { ticker: string; isMoved: boolean }): Int32Array {
  return days.map((day) => {
    const end = dayNumber(lastTradingDay(monthOf(day), ticker));
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

/**
 * The last trading day of a month on the exchange of a ticker.
 * @param month Like `2017-12`.
 * @returns Like `2017-12-29`.
 */
export function lastTradingDay(month: string, ticker = ""): string {
  return sessionBefore(
    Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 }).toString(),
    exchangeOf(ticker),
  );
}
