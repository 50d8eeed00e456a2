import type { SeriesPair } from "../../data/choose_series.ts";
import type { Basis, Frequency, PriceSeries } from "../../data/dataset.ts";
import { BENCHMARK_LAG_DAYS } from "../../data/metrics/soundness.ts";
import { onceEach, onceEachOf } from "../../data/once_each.ts";
import { countUntil } from "../../data/series.ts";
import { type Soundness, soundnessOf } from "./soundness.ts";

/** A pair of series in columns: one array per quantity, indexed by bar. */
export interface Columns {
  readonly frequency: Frequency;
  readonly basis: Basis;
  /** In days since 1 January 1970. */
  readonly days: Int32Array;
  readonly closes: Float64Array;
  /** Return of a bar over the bar before; NaN at 0. */
  readonly returns: Float64Array;
  /** Logarithm of 1 + return; NaN at 0. */
  readonly logReturns: Float64Array;
  /** Close times volume; NaN if the volume is unknown. */
  readonly traded: Float64Array;
  /** The benchmark's return between the same two days; NaN if it lacks either. */
  readonly marketReturns: Float64Array;
  readonly market?: Market;
  readonly sound: Soundness;
}

/** The benchmark's closes and the index of each day. */
interface Market {
  readonly days: Int32Array;
  readonly closes: Float64Array;
  readonly positions: ReadonlyMap<number, number>;
  /** Bars whose move cannot be believed. */
  readonly broken: ReadonlySet<number>;
}

/** Returns the columns of a pair, cached for the lifetime of its series. */
export function columnsOf({ series, benchmark }: SeriesPair): Columns {
  return layOut(series, benchmark);
}

const layOut = onceEachOf((given: PriceSeries, benchmark: PriceSeries | undefined): Columns => {
  const sound = soundnessOf(given);
  const { frequency, basis, days, close: closes, volume } = sound.series;
  const returns = closes.map((close, at) => close / (closes[at - 1] ?? NaN) - 1);
  const logReturns = closes.map((close, at) => Math.log(close / (closes[at - 1] ?? NaN)));
  const traded = closes.map((close, at) => close * (volume?.[at] ?? NaN));
  const market = benchmark && marketOf(benchmark);
  const marketReturns = closes.map((_, at) => market ? marketReturn(market, days[at - 1], days[at]) : NaN);
  return {
    frequency,
    basis,
    days,
    closes,
    returns,
    logReturns,
    traded,
    marketReturns,
    sound,
    ...(market && { market }),
  };
});

const marketOf = onceEach((benchmark: PriceSeries): Market => {
  const { series: { days, close }, splits, wrong } = soundnessOf(benchmark);
  const positions = new Map(Array.from(days, (day, at) => [day, at] as const));
  return { days, closes: close, positions, broken: new Set([...splits.map(({ at }) => at), ...wrong]) };
});

/** NaN unless the market has consecutive bars on both days. */
function marketReturn(market: Market, from = NaN, to = NaN): number {
  const end = market.positions.get(to);
  const start = market.positions.get(from);
  if (end === undefined || start !== end - 1 || market.broken.has(end)) return NaN;
  return (market.closes[end] ?? NaN) / (market.closes[start] ?? NaN) - 1;
}

/**
 * The market's return between its last closes on or before two days; NaN where one of these is too far from its day,
 * or a move between them cannot be believed.
 */
export function marketReturnBetween({ market, frequency }: Columns, from = NaN, to = NaN): number {
  if (market === undefined) return NaN;
  const start = countUntil(market.days, from) - 1;
  const end = countUntil(market.days, to) - 1;
  const isNear = (at: number, day: number) => day - (market.days[at] ?? NaN) <= BENCHMARK_LAG_DAYS[frequency];
  const isBroken = [...market.broken].some((at) => at > start && at <= end);
  if (isBroken || !isNear(start, from) || !isNear(end, to)) return NaN;
  return (market.closes[end] ?? NaN) / (market.closes[start] ?? NaN) - 1;
}

/** The market's returns between days that follow each other in a list; NaN where it lacks either, or a move cannot be believed. */
export function marketReturnsOn({ market }: Columns, days: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: days.length - 1 }, (_, at) => {
    const start = market?.positions.get(days[at] ?? NaN);
    const end = market?.positions.get(days[at + 1] ?? NaN);
    if (market === undefined || start === undefined || end === undefined) return NaN;
    for (let k = start + 1; k <= end; k++) if (market.broken.has(k)) return NaN;
    return (market.closes[end] ?? NaN) / (market.closes[start] ?? NaN) - 1;
  });
}
