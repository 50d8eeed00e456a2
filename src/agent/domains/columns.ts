import type { SeriesPair } from "../../data/choose_series.ts";
import type { Basis, Frequency, PriceSeries } from "../../data/dataset.ts";

/** A pair of series in columns: one array per quantity, indexed by bar. */
export interface Columns {
  readonly frequency: Frequency;
  readonly basis: Basis;
  readonly dates: readonly string[];
  readonly closes: readonly number[];
  /** Return of a bar over the bar before; NaN at 0. */
  readonly returns: readonly number[];
  /** Logarithm of 1 + return; NaN at 0. */
  readonly logReturns: readonly number[];
  /** Close times volume; NaN if the volume is unknown. */
  readonly traded: readonly number[];
  /** The benchmark's return between the same two days; NaN if it lacks either. */
  readonly marketReturns: readonly number[];
  readonly market?: Market;
}

/** The benchmark's closes and the index of each day. */
interface Market {
  readonly dates: readonly string[];
  readonly closes: readonly number[];
  readonly positions: ReadonlyMap<string, number>;
}

const columnsOfSeries = new WeakMap<PriceSeries, WeakMap<PriceSeries, Columns>>();
const markets = new WeakMap<PriceSeries, Market>();

/** Returns the columns of a pair, cached for the lifetime of its series. */
export function columnsOf({ series, benchmark }: SeriesPair): Columns {
  const known = columnsOfSeries.get(series) ?? new WeakMap<PriceSeries, Columns>();
  const key = benchmark ?? series; // a WeakMap needs an object: the series itself means "no benchmark"
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

/** NaN unless the market has consecutive bars on both days. */
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
