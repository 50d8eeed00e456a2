import type { Bar, PriceSeries, SeriesName, SeriesPrint, StoredSeries } from "./dataset.ts";
import { DataError } from "./data_error.ts";
import { HAIR } from "./metrics/metric.ts";
import { REVERSAL } from "./metrics/soundness.ts";
import { dayNumber, dayText, isDay } from "../calendar/day.ts";

/** The columns that a series may lack. */
export const OPTIONAL_COLUMNS = ["open", "high", "low", "volume"] as const;

/**
 * Makes a series of rows.
 * @param name What the series is of.
 * @param bars In ascending order of day.
 * @throws {DataError} when a date is not one.
 */
export function seriesOf(name: SeriesName, bars: readonly Bar[]): PriceSeries {
  const wrong = bars.find(({ date }) => !isDay(date));
  if (wrong !== undefined) throw new DataError(`use a series of ${name.ticker}: ${wrong.date} is not a date`);
  const columns = OPTIONAL_COLUMNS.filter((column) => bars.some((bar) => bar[column] !== undefined))
    .map((column) => [column, Float64Array.from(bars, (bar) => bar[column] ?? NaN)] as const);
  return {
    ...nameOf(name),
    days: Int32Array.from(bars, ({ date }) => dayNumber(date)),
    close: Float64Array.from(bars, ({ close }) => close),
    ...Object.fromEntries(columns),
  };
}

/** What a series is of, without its columns. */
function nameOf({ ticker, frequency, basis, currency, source }: SeriesName): SeriesName {
  return { ticker, frequency, basis, currency, source };
}

/** The bar at an index, from 0; a value that is unknown is absent. `undefined` outside the series. */
function barAt(series: PriceSeries, at: number): Bar | undefined {
  const close = series.close[at];
  if (close === undefined) return undefined;
  const bar: { -readonly [K in keyof Bar]: Bar[K] } = { date: dayAt(series, at), close };
  for (const column of OPTIONAL_COLUMNS) {
    const value = series[column]?.[at];
    if (value !== undefined && !Number.isNaN(value)) bar[column] = value;
  }
  return bar;
}

/** All bars of a series as rows; for what is shown or written, not for computing. */
export function barsOf(series: PriceSeries): Bar[] {
  return Array.from(series.close, (_, at) => barAt(series, at)).filter((bar) => bar !== undefined);
}

/** Day of the bar at an index, `YYYY-MM-DD`; empty outside the series. */
export function dayAt({ days }: Pick<PriceSeries, "days">, at: number): string {
  const day = days[at];
  return day === undefined ? "" : dayText(day);
}

/** Day of the newest bar, `YYYY-MM-DD`; empty if absent. */
export function lastDay({ days }: Pick<PriceSeries, "days">): string {
  return dayAt({ days }, days.length - 1);
}

/** Number of bars on or before a day: an index after the last of them. */
export function countUntil(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? Infinity) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first bars of a series, in the same memory; the series itself when these are all. */
export function firstBars(series: PriceSeries, count: number): PriceSeries {
  if (count >= series.days.length) return series;
  const columns = OPTIONAL_COLUMNS.map((column) => [column, series[column]?.subarray(0, count)] as const);
  return {
    ...series,
    ...Object.fromEntries(columns.filter(([, values]) => values !== undefined)),
    days: series.days.subarray(0, count),
    close: series.close.subarray(0, count),
  };
}

/**
 * A series with the day, close and volume of the bar before in the place of some bars, by their indexes above 0: windows
 * of so many bars reach as far back as they would, and no close has a day that is not its own.
 */
export function repeatedAt(series: PriceSeries, left: ReadonlySet<number>): PriceSeries {
  if (left.size === 0) return series;
  const columns = (["days", "close", ...OPTIONAL_COLUMNS] as const).map((column) => {
    const values = series[column]?.slice();
    const isOfDay = column === "open" || column === "high" || column === "low";
    for (const at of left) values?.fill(isOfDay ? NaN : values[at - 1] ?? NaN, at, at + 1);
    return [column, values] as const;
  });
  return { ...series, ...Object.fromEntries(columns.filter(([, values]) => values !== undefined)) };
}

/** A series in memory, as one that is held elsewhere. It has at least one bar. */
export function held(series: PriceSeries): StoredSeries {
  const { days } = series;
  let print: SeriesPrint | undefined;
  return {
    ...nameOf(series),
    count: days.length,
    first: days[0] ?? NaN,
    last: days.at(-1) ?? NaN,
    days: () => days,
    print: () => print ??= printOf(series),
    load: () => series,
  };
}

/** What is compared of a series with all others. */
export function printOf({ days, close, frequency }: PriceSeries): SeriesPrint {
  const reversals: [number, number][] = [];
  for (let at = 1; frequency === "daily" && at + 1 < close.length; at++) {
    const before = close[at - 1] ?? NaN;
    const isFar = Math.abs((close[at] ?? NaN) / before - 1) > REVERSAL.move + HAIR;
    const isBack = isFar && Math.abs((close[at + 1] ?? NaN) / before - 1) <= REVERSAL.back + HAIR;
    if (isBack) reversals.push([days[at] ?? NaN, days[at + 1] ?? NaN]);
  }
  return { reversals, opening: [days[0], ...close.subarray(0, 3)].join(" ") };
}
