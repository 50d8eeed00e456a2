import { sum } from "./arithmetic.ts";
import { returnBetween } from "./market.ts";
import { type Reader, type Readers, type Recomputed, withAll } from "./reader.ts";
import type { Subject } from "./subject.ts";
import { closesUpTo, WINDOWS } from "./windows.ts";

const momentum: Reader = (subject, at) => {
  const { month, year } = WINDOWS[subject.series.frequency];
  return change(subject, at, { from: year, to: month });
};

const yearReturn: Reader = (subject, at) =>
  change(subject, at, { from: WINDOWS[subject.series.frequency].year, to: 0 });

const monthReturn: Reader = (subject, at) =>
  change(subject, at, { from: WINDOWS[subject.series.frequency].month, to: 0 });

const excess: Reader = (subject, at) => {
  const own = yearReturn(subject, at);
  const { series: { days, frequency }, benchmark } = subject;
  const start = days[at - WINDOWS[frequency].year];
  const end = days[at];
  if (typeof own === "string" || start === undefined || end === undefined) return own;
  const market = benchmark && returnBetween(benchmark, start, end);
  return market === undefined ? "benchmark" : own - market;
};

const againstMean: Reader = ({ series }, at) =>
  withAll<[readonly number[]]>(
    [closesUpTo(series, at, WINDOWS[series.frequency].mean)],
    (closes) => (closes.at(-1) ?? NaN) / (sum(closes) / closes.length) - 1,
  );

const turn: Reader = ({ series }, at) =>
  withAll<[readonly number[]]>(
    [closesUpTo(series, at, WINDOWS[series.frequency].mean)],
    (closes) => (sum(closes) - (closes[0] ?? NaN)) / (closes.length - 1),
  );

const turnGap: Reader = (subject, at) =>
  withAll<[number]>([turn(subject, at)], (level) => level / (subject.series.close[at] ?? NaN) - 1);

const againstHigh: Reader = ({ series }, at) =>
  withAll<[readonly number[]]>(
    [closesUpTo(series, at, WINDOWS[series.frequency].year)],
    (closes) => (closes.at(-1) ?? NaN) / closes.reduce((one, other) => one > other ? one : other),
  );

/** The change between two bars of a window that ends with the bar at `at`. */
function change({ series }: Subject, at: number, { from, to }: { from: number; to: number }): Recomputed {
  return withAll<[readonly number[]]>(
    [closesUpTo(series, at, from + 1)],
    (closes) => (closes[from - to] ?? NaN) / (closes[0] ?? NaN) - 1,
  );
}

/** Metrics of the trend; `data/metrics/trend.ts` defines them. */
export const TREND_READERS: Readers = {
  close: ({ series }, at) => withAll<[readonly number[]]>([closesUpTo(series, at, 1)], ([close = NaN]) => close),
  momentum_12_1: momentum,
  trend_200d: againstMean,
  turn_200d: turn,
  turn_gap: turnGap,
  high_52w: againstHigh,
  return_1m: monthReturn,
  return_12m: yearReturn,
  excess_12m: excess,
};
