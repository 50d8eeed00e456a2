import type { PriceSeries } from "../../data/dataset.ts";
import { comoments } from "./arithmetic.ts";
import { canCarry, canStandFor, causeIn } from "./soundness.ts";
import type { Subject } from "./subject.ts";
import type { Cause } from "../../data/metrics/metric.ts";

/**
 * Regression slope of a company's returns on the benchmark's, in one pass.
 * @param subject With a benchmark.
 * @param at Newest bar.
 * @param window.most Number of the company's returns considered.
 * @param window.least Number of them that must pair with the benchmark's.
 */
export function betaAt(
  { series, benchmark }: Subject,
  at: number,
  { most, least }: { most: number; least: number },
): number | undefined {
  if (benchmark === undefined) return undefined;
  const pairs: [market: number, own: number][] = [];
  for (let k = Math.max(1, at - most + 1); k <= at; k++) {
    const own = step(series, k);
    const market = stepBetween(benchmark, series.days[k - 1], series.days[k]);
    if (own !== undefined && market !== undefined) pairs.push([market, own]);
  }
  const { count, squaresOne, product } = comoments(pairs);
  return count >= least && squaresOne > 0 ? product / squaresOne : undefined;
}

/** The benchmark's returns of the last `most` bars of a series, where it has both of their days. */
export function pairedReturns(
  { series, benchmark }: Subject,
  { at, most }: { readonly at: number; readonly most: number },
): readonly number[] {
  if (benchmark === undefined) return [];
  const days = series.days.subarray(Math.max(0, at - most), at + 1);
  return Array.from(days.subarray(1), (day, k) => stepBetween(benchmark, days[k], day)).filter((one) =>
    one !== undefined
  );
}

/**
 * Return of a benchmark between two days, from the last bar on or before each.
 * @param from In days since 1 January 1970, like `to`.
 * @returns `undefined` when the first day lies before the first bar, a bar is too old for its day, or a move between
 * them cannot be believed.
 */
export function returnBetween(benchmark: PriceSeries, from: number, to: number): number | undefined {
  const { days, close } = benchmark;
  const first = lastBy(days, from);
  const last = lastBy(days, to);
  const start = close[first];
  const end = close[last];
  const isRecent = canStandFor(benchmark, first, from) && canStandFor(benchmark, last, to);
  return start && end && isRecent && canCarry(benchmark, first, last) ? end / start - 1 : undefined;
}

/** The benchmark's return between two of its own days; `undefined` where it lacks one, or a move between them cannot be believed. */
export function returnOnDays({ benchmark }: Subject, from: number, to: number): number | undefined {
  const hasBoth = [from, to].every((day) => benchmark?.days[lastBy(benchmark.days, day)] === day);
  return benchmark && hasBoth ? returnBetween(benchmark, from, to) : undefined;
}

/** Return of a bar over the previous one. */
function step({ close }: PriceSeries, at: number): number | undefined {
  const before = close[at - 1];
  const own = close[at];
  return before && own && own / before - 1;
}

/** The market's return of a bar, if it begins and ends on the same days. */
function stepBetween(market: PriceSeries, from: number | undefined, to: number | undefined): number | undefined {
  const at = to === undefined ? -1 : lastBy(market.days, to);
  const isSame = from !== to && market.days[at] === to && market.days[at - 1] === from;
  return isSame && canCarry(market, at - 1, at) ? step(market, at) : undefined;
}

/** Index of the last bar on or before a day; -1 without one. */
export function lastBy(days: Int32Array, day: number): number {
  let low = -1;
  let high = days.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((days[middle] ?? Infinity) <= day) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The last `count` closes up to a bar, if there are enough and they can carry a figure. */
export function closesUpTo(series: PriceSeries, at: number, count: number): readonly number[] | Cause {
  const first = at - count + 1;
  if (first < 0) return "history";
  return causeIn(series, first, at) ?? Array.from(series.close.subarray(first, at + 1));
}

/** The last `count` simple returns up to a bar, if there are enough. */
export function returnsUpTo(series: PriceSeries, at: number, count: number): readonly number[] | Cause {
  const closes = closesUpTo(series, at, count + 1);
  return typeof closes === "string"
    ? closes
    : closes.flatMap((close, k) => k === 0 ? [] : close / (closes[k - 1] ?? NaN) - 1);
}

/** Close times volume of the last `count` bars, if each has a volume. */
export function tradedUpTo(series: PriceSeries, at: number, count: number): readonly number[] | Cause {
  const closes = closesUpTo(series, at, count);
  if (typeof closes === "string") return closes;
  const traded = closes.map((price, k) => price * (series.volume?.[at - count + 1 + k] ?? NaN));
  return traded.some(Number.isNaN) ? "volume" : traded;
}
