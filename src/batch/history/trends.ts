import type { RunSeries } from "../../run/ticker_history.ts";
import { nameTrend, type SeriesTrends, TrendMaker } from "../../run/trend.ts";
import type { HistoryPart } from "./history.ts";
import type { HistoryStore, StoredRun } from "./history_store.ts";
import { bySeries, seriesKey } from "./ticker_nights.ts";

/** A year of nights: of a longer streak this many are counted. */
const MAX_NIGHTS = 250;

/** Which nights count. */
export interface TrendOptions {
  /** Only nights before this day, `YYYY-MM-DD`. Default: all. */
  readonly before?: string | undefined;
}

/** A run and the store that holds it. */
interface Held {
  readonly store: HistoryStore;
  readonly run: StoredRun;
}

/** How each name of a series went over its last nights, by ticker. */
export function trendMakers(
  parts: readonly HistoryPart[],
  series: RunSeries,
  { before }: TrendOptions = {},
): Map<string, TrendMaker> {
  const makers = new Map<string, TrendMaker>();
  const names = new Map(parts.map(({ store }) => [store, store.tickers()] as const));
  const key = seriesKey(series);
  const held = parts.flatMap(({ store, runs }) => [...runs.values()].map((run): Held => ({ store, run })))
    .filter(({ run }) => seriesKey(run.series) === key && (before === undefined || run.night < before));
  const nights = [...Map.groupBy(held, ({ run }) => run.night)].sort(([one], [other]) => one < other ? -1 : 1);
  for (const [night, runs] of nights.slice(-MAX_NIGHTS)) {
    for (const [ticker, said] of saidOn(runs, names)) {
      const maker = makers.getOrInsertComputed(ticker, () => new TrendMaker());
      maker.add(night, said);
    }
  }
  return makers;
}

/** How the names of each series went over its last nights, the series with the newest night first. */
export function trendsOf(parts: readonly HistoryPart[]): SeriesTrends[] {
  const runs = parts.flatMap(({ runs }) => [...runs.values()]);
  return bySeries(runs, ({ series }) => series).map(({ series, same }) => {
    const names = [...trendMakers(parts, series)].map(([ticker, { trend }]) => nameTrend(ticker, trend));
    const nights = [...new Set(same.map(({ night }) => night))].sort();
    return { series, nights, names: names.sort((one, other) => one.ticker < other.ticker ? -1 : 1) };
  }).sort((one, other) => (one.nights.at(-1) ?? "") > (other.nights.at(-1) ?? "") ? -1 : 1);
}

/** What the runs of a night said: of each name the last finished one with a thesis serves, and of its rows the first. */
function saidOn(runs: readonly Held[], names: ReadonlyMap<HistoryStore, ReadonlyMap<number, string>>) {
  const said = new Map<string, { readonly signal: string; readonly score: number | undefined }>();
  const newestFirst = runs.toSorted((one, other) => one.run.finishedAt > other.run.finishedAt ? -1 : 1);
  for (const { store, run } of newestFirst) {
    for (const [id, signal, score] of store.signalsOf(run)) {
      const ticker = names.get(store)?.get(id);
      if (ticker === undefined || signal === null || said.has(ticker)) continue;
      said.set(ticker, { signal, score: score ?? undefined });
    }
  }
  return said;
}
