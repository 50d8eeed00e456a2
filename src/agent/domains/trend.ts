import { marketReturnBetween } from "./columns.ts";
import { type Lack, lastOf, NO_BENCHMARK, type Reader, type Readers, reading, SPANS } from "./reading.ts";
import { mean } from "./statistics.ts";
import { lackOfWindow } from "./window.ts";

const NO_CLOSE: Lack = { cause: "history", lacks: "needs a close above 0 on each day" };
const SHORT_BENCHMARK: Lack = { cause: "benchmark", lacks: "needs the benchmark over the same year" };

/** Close at one lag over close at another, less 1. */
function change(
  lags: (span: (typeof SPANS)["daily" | "monthly"]) => { readonly from: number; readonly to: number },
): Reader {
  return (columns, position) => {
    const { frequency, closes } = columns;
    const { from, to } = lags(SPANS[frequency]);
    return lackOfWindow(columns, from + 1, position) ??
      reading((closes[position - to] ?? NaN) / (closes[position - from] ?? NaN) - 1, NO_CLOSE);
  };
}

const yearReturn = change(({ year }) => ({ from: year, to: 0 }));

const excess: Reader = (columns, position) => {
  const own = yearReturn(columns, position);
  if (!("value" in own)) return own;
  if (columns.market === undefined) return NO_BENCHMARK;
  const { frequency, days } = columns;
  const market = marketReturnBetween(columns, days[position - SPANS[frequency].year], days[position]);
  return reading(own.value - market, SHORT_BENCHMARK);
};

const againstMean: Reader = (columns, position) => {
  const { frequency, closes } = columns;
  const { mean: count } = SPANS[frequency];
  return lackOfWindow(columns, count, position) ??
    reading((closes[position] ?? NaN) / mean(lastOf(closes, count, position)) - 1, NO_CLOSE);
};

/** The close that separates a next close below its mean from one above it. */
const turn: Reader = (columns, position) => {
  const { frequency, closes } = columns;
  const { mean: count } = SPANS[frequency];
  return lackOfWindow(columns, count, position) ?? reading(mean(lastOf(closes, count - 1, position)), NO_CLOSE);
};

const turnGap: Reader = (columns, position) => {
  const level = turn(columns, position);
  return "value" in level ? reading(level.value / (columns.closes[position] ?? NaN) - 1, NO_CLOSE) : level;
};

const againstHigh: Reader = (columns, position) => {
  const { frequency, closes } = columns;
  const { year } = SPANS[frequency];
  return lackOfWindow(columns, year, position) ??
    reading((closes[position] ?? NaN) / Math.max(...lastOf(closes, year, position)), NO_CLOSE);
};

/** Metrics of the trend; `data/metrics/trend.ts` defines them. */
export const TREND_READERS: Readers = {
  close: (columns, position) =>
    lackOfWindow(columns, 1, position) ?? reading(columns.closes[position] ?? NaN, NO_CLOSE),
  momentum_12_1: change(({ year, month }) => ({ from: year, to: month })),
  return_12m: yearReturn,
  excess_12m: excess,
  trend_200d: againstMean,
  turn_200d: turn,
  turn_gap: turnGap,
  high_52w: againstHigh,
  return_1m: change(({ month }) => ({ from: month, to: 0 })),
};
