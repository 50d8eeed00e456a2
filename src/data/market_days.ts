import type { StoredSeries } from "./dataset.ts";

/** The days of a market, in days since 1 January 1970. */
export interface MarketDays {
  /** Day of the first bar of any series. */
  readonly first: number;
  /** The newest day on which at least half as many tickers have a bar as on the busiest day. */
  readonly last: number;
}

/**
 * Finds the days of a market. Its last day is not that of the newest bar: one row with a wrong year must not move it,
 * and names that ended long ago must not hold it back.
 * @param series At least one.
 */
export function marketDays(series: readonly StoredSeries[]): MarketDays {
  let first = Infinity;
  let newest = -Infinity;
  for (const one of series) {
    first = Math.min(first, one.first);
    newest = Math.max(newest, one.last);
  }
  const tickers = Map.groupBy(series, ({ ticker }) => ticker);
  const atEnd = new Set(series.filter(({ last }) => last === newest).map(({ ticker }) => ticker));
  if (2 * atEnd.size >= tickers.size) return { first, last: newest }; // most often; no series is loaded
  return { first, last: lastBusyDay([...tickers.values()], { first, newest }) };
}

function lastBusyDay(
  tickers: readonly (readonly StoredSeries[])[],
  { first, newest }: { readonly first: number; readonly newest: number },
): number {
  const counts = new Int32Array(newest - first + 1);
  const countedFor = new Int32Array(counts.length); // a ticker counts once a day, whatever the number of its series
  for (const [at, group] of tickers.entries()) {
    for (const series of group) {
      for (const day of series.days()) {
        if (countedFor[day - first] === at + 1) continue;
        countedFor[day - first] = at + 1;
        counts[day - first] = (counts[day - first] ?? 0) + 1;
      }
    }
  }
  const most = counts.reduce((one, other) => Math.max(one, other));
  return first + counts.findLastIndex((count) => 2 * count >= most);
}
