import type { SeriesPair } from "../data/choose_series.ts";
import type { Basis, Frequency, PriceSeries } from "../data/dataset.ts";

/** A pair of series laid out for arithmetic: one array per quantity, by position of the bar. */
export interface Columns {
  readonly frequency: Frequency;
  readonly basis: Basis;
  readonly dates: readonly string[];
  readonly closes: readonly number[];
  /** Return of a bar over the bar before; NaN at 0. */
  readonly returns: readonly number[];
  /** Logarithm of 1 + return; NaN at 0. */
  readonly logReturns: readonly number[];
  /** Close times volume; NaN where no volume is known. */
  readonly traded: readonly number[];
  /** The benchmark's return between the same two days; NaN where it lacks either. */
  readonly marketReturns: readonly number[];
  readonly market?: Market;
}

/** The benchmark's closes and where each day stands. */
interface Market {
  readonly dates: readonly string[];
  readonly closes: readonly number[];
  readonly positions: ReadonlyMap<string, number>;
}

const columnsOfSeries = new WeakMap<PriceSeries, WeakMap<PriceSeries, Columns>>();
const markets = new WeakMap<PriceSeries, Market>();

/** Lays a pair out, once as long as its series live. */
export function columnsOf({ series, benchmark }: SeriesPair): Columns {
  const known = columnsOfSeries.get(series) ?? new WeakMap<PriceSeries, Columns>();
  const key = benchmark ?? series; // without a benchmark the series stands for its absence
  const columns = known.get(key) ?? layOut(series, benchmark);
  columnsOfSeries.set(series, known.set(key, columns));
  return columns;
}

function layOut(series: PriceSeries, benchmark: PriceSeries | undefined): Columns {
  const { frequency, basis, bars } = series;
  const dates = bars.map((bar) => bar.date);
  const closes = bars.map((bar) => bar.close);
  const returns = closes.map((close, at) => close / (closes[at - 1] ?? NaN) - 1);
  const logReturns = closes.map((close, at) => Math.log(close / (closes[at - 1] ?? NaN)));
  const traded = bars.map((bar) => bar.close * (bar.volume ?? NaN));
  const market = benchmark && marketOf(benchmark);
  const marketReturns = dates.map((date, at) => market ? marketReturn(market, dates[at - 1], date) : NaN);
  return { frequency, basis, dates, closes, returns, logReturns, traded, marketReturns, ...(market && { market }) };
}

function marketOf(benchmark: PriceSeries): Market {
  const known = markets.get(benchmark);
  if (known) return known;
  const dates = benchmark.bars.map((bar) => bar.date);
  const market = {
    dates,
    closes: benchmark.bars.map((bar) => bar.close),
    positions: new Map(dates.map((date, at) => [date, at])),
  };
  markets.set(benchmark, market);
  return market;
}

/** Bars pair only when both ends fall on the same days and nothing lies between. */
function marketReturn(market: Market, from: string | undefined, to: string): number {
  const end = market.positions.get(to);
  const start = from === undefined ? undefined : market.positions.get(from);
  if (end === undefined || start !== end - 1) return NaN;
  return (market.closes[end] ?? NaN) / (market.closes[start] ?? NaN) - 1;
}

/** The market's last close on or before a day; NaN before its first. */
export function marketCloseAt({ market }: Columns, day: string): number {
  if (market === undefined) return NaN;
  let low = 0;
  let high = market.dates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((market.dates[middle] ?? "") <= day) low = middle + 1;
    else high = middle;
  }
  return market.closes[low - 1] ?? NaN;
}
