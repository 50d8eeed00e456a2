import type { MetricId } from "../data/claim.ts";
import { fallProbability, moments, sampleDeviation, smallest, sum } from "./arithmetic.ts";
import { betaAt, returnBetween } from "./market.ts";
import type { Subject } from "./subject.ts";
import type { PriceSeries } from "../data/dataset.ts";

/** Windows in bars, as `data/claim.ts` defines them. */
const WINDOWS = {
  daily: { month: 21, year: 252, mean: 200, deviation: { most: 252, least: 252 }, beta: { most: 252, least: 252 } },
  monthly: { month: 1, year: 12, mean: 10, deviation: { most: 36, least: 12 }, beta: { most: 36, least: 24 } },
} as const;
const RECENT = 60;
const WORST = Math.ceil(0.05 * 252);
const FALL = { depth: -Math.log(0.85), years: 0.25, looksPerYear: 252 };

/**
 * Computes a metric of one company from its bars.
 * @param metric Any but dates, scores and comparisons.
 * @param subject The company's closes and the benchmark's.
 * @param at Index of the as-of bar; later bars are ignored.
 * @returns `undefined` when the metric cannot be computed.
 */
export function measure(metric: MetricId, subject: Subject, at: number): number | undefined {
  const { series } = subject;
  const { month, year, mean, beta } = WINDOWS[series.frequency];
  switch (metric) {
    case "close":
      return series.bars[at]?.close;
    case "momentum_12_1":
      return change(subject, at - year, at - month);
    case "return_12m":
      return change(subject, at - year, at);
    case "return_1m":
      return change(subject, at - month, at);
    case "excess_12m":
      return excess(subject, at - year, at);
    case "trend_200d":
      return aboveMean(closesUpTo(series, at, mean));
    case "high_52w":
      return belowHigh(closesUpTo(series, at, year));
    case "max_drawdown_1y":
      return deepestFall(closesUpTo(series, at, year + 1));
    case "beta":
      return betaAt(subject, at, beta);
    case "volatility":
      return volatility(subject, at);
    case "drawdown_probability":
      return chanceOfFall(subject, at);
    default:
      return series.frequency === "daily" ? dailyMeasure(metric, subject, at) : undefined;
  }
}

function dailyMeasure(metric: MetricId, subject: Subject, at: number): number | undefined {
  switch (metric) {
    case "volatility_recent":
      return recentVolatility(subject, at);
    case "var_95":
      return worstReturns(subject, at)?.at(-1);
    case "es_95":
      return meanOf(worstReturns(subject, at));
    case "dollar_volume":
      return median(tradedUpTo(subject.series, at, RECENT));
    case "amihud":
      return impact(subject, at);
    default:
      return undefined;
  }
}

function change({ series: { bars } }: Subject, from: number, to: number): number | undefined {
  const [start, end] = [bars[from], bars[to]];
  return start && end && end.close / start.close - 1;
}

function excess(subject: Subject, from: number, to: number): number | undefined {
  const own = change(subject, from, to);
  const [start, end] = [subject.series.bars[from], subject.series.bars[to]];
  if (own === undefined || start === undefined || end === undefined) return undefined;
  const market = subject.benchmark && returnBetween(subject.benchmark.bars, start.date, end.date);
  return market === undefined ? undefined : own - market;
}

function aboveMean(closes: readonly number[] | undefined): number | undefined {
  return closes && (closes.at(-1) ?? NaN) / (sum(closes) / closes.length) - 1;
}

function belowHigh(closes: readonly number[] | undefined): number | undefined {
  return closes && (closes.at(-1) ?? NaN) / closes.reduce((one, other) => one > other ? one : other);
}

/** Scans from the end: each close against the lowest after it. */
function deepestFall(closes: readonly number[] | undefined): number | undefined {
  if (closes === undefined) return undefined;
  let [lowest, deepest] = [Infinity, 0];
  for (const close of closes.toReversed()) {
    lowest = Math.min(lowest, close);
    deepest = Math.min(deepest, lowest / close - 1);
  }
  return deepest;
}

function volatility({ series }: Subject, at: number): number | undefined {
  const { year, deviation: { most, least } } = WINDOWS[series.frequency];
  const returns = at < least ? undefined : returnsUpTo(series, at, Math.min(at, most));
  return returns && Math.sqrt(year) * sampleDeviation(returns.map(Math.log1p));
}

function recentVolatility({ series }: Subject, at: number): number | undefined {
  const returns = returnsUpTo(series, at, RECENT);
  return returns && Math.sqrt(252) * sampleDeviation(returns.map(Math.log1p));
}

function worstReturns({ series }: Subject, at: number): readonly number[] | undefined {
  const returns = returnsUpTo(series, at, 252);
  return returns && smallest(returns, WORST);
}

function chanceOfFall(subject: Subject, at: number): number | undefined {
  const parts = [volatility(subject, at)];
  if (subject.series.frequency === "daily") parts.push(recentVolatility(subject, at));
  const variance = moments(parts.map((part = NaN) => part ** 2)).mean;
  return Number.isNaN(variance) ? undefined : fallProbability(variance, FALL);
}

function median(traded: readonly number[] | undefined): number | undefined {
  return traded && meanOf(smallest(traded, traded.length / 2 + 1).slice(-2));
}

function impact({ series }: Subject, at: number): number | undefined {
  const [returns, traded] = [returnsUpTo(series, at, 252), tradedUpTo(series, at, 252)];
  if (returns === undefined || traded === undefined || traded.some((money) => money === 0)) return undefined;
  return meanOf(returns.map((move, k) => 1e9 * Math.abs(move) / (traded[k] ?? NaN)));
}

function meanOf(values: readonly number[] | undefined): number | undefined {
  return values && sum(values) / values.length;
}

/** The last `count` closes up to a bar, if there are enough. */
function closesUpTo(series: PriceSeries, at: number, count: number): number[] | undefined {
  const first = at - count + 1;
  return first < 0 ? undefined : series.bars.slice(first, at + 1).map(({ close }) => close);
}

/** The last `count` simple returns up to a bar, if there are enough. */
function returnsUpTo(series: PriceSeries, at: number, count: number): number[] | undefined {
  return closesUpTo(series, at, count + 1)?.flatMap((close, k, closes) =>
    k === 0 ? [] : close / (closes[k - 1] ?? NaN) - 1
  );
}

/** Close times volume of the last `count` bars, if each has a volume. */
function tradedUpTo(series: PriceSeries, at: number, count: number): number[] | undefined {
  const first = at - count + 1;
  if (first < 0) return undefined;
  const traded = series.bars.slice(first, at + 1).flatMap(({ close, volume }) =>
    volume === undefined ? [] : close * volume
  );
  return traded.length === count ? traded : undefined;
}
