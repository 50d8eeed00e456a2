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
  const end = market.positions.get(to) ?? NaN;
  return market.positions.get(from) === end - 1 ? returnOf(market, end - 1, end) : NaN;
}

/** The market's return from one of its bars to another; NaN where a move between them cannot be believed. */
function returnOf({ closes, broken }: Market, start: number, end: number): number {
  for (let k = start + 1; k <= end; k++) if (broken.has(k)) return NaN;
  return (closes[end] ?? NaN) / (closes[start] ?? NaN) - 1;
}

/** The market's return between its last closes on or before two days; NaN also where one of these is too far from its day. */
export function marketReturnBetween({ market, frequency }: Columns, from = NaN, to = NaN): number {
  if (market === undefined) return NaN;
  const [start, end] = [from, to].map((day) => {
    const at = countUntil(market.days, day) - 1;
    return day - (market.days[at] ?? NaN) <= BENCHMARK_LAG_DAYS[frequency] ? at : NaN;
  });
  return returnOf(market, start ?? NaN, end ?? NaN);
}

/** The market's returns between days that follow each other in a list; NaN where it lacks either. */
export function marketReturnsOn({ market }: Columns, days: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: days.length - 1 }, (_, at) => {
    const [start = NaN, end = NaN] = [at, at + 1].map((one) => market?.positions.get(days[one] ?? NaN));
    return market ? returnOf(market, start, end) : NaN;
  });
}
