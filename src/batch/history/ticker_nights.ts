import { foldTicker } from "../../compare/match_rows.ts";
import type { RunSeries, Streak, TickerHistory, TickerNight } from "../../run/ticker_history.ts";
import { TrendMaker } from "../../run/trend.ts";
import { canonicalJson } from "../../text/canonical_json.ts";
import type { HistoryPart } from "./history.ts";
import type { StoredRun } from "./history_store.ts";

/** A night of a name, and the run it is of. */
interface Said {
  readonly run: StoredRun;
  readonly night: TickerNight;
}

/**
 * The nights of a name, a history for each series that had it, that of the newest night first.
 * @param ticker In any case.
 */
export function historiesOf(parts: readonly HistoryPart[], ticker: string): TickerHistory[] {
  const key = foldTicker(ticker);
  const said = parts.flatMap(({ store, runs }) =>
    store.nightsOf(key, runs).flatMap(({ run: id, night }) => {
      const run = runs.get(id);
      return run === undefined ? [] : [{ run, night }];
    })
  );
  return bySeries(said, ({ run }) => run.series).map(({ series, same }) => {
    const nights = servingNights(same);
    const streak = streakOf(nights);
    return { ticker: key, series, nights, ...streak === undefined ? {} : { streak } };
  }).toSorted((one, other) => lastNight(one) > lastNight(other) ? -1 : 1);
}

function streakOf(nights: readonly TickerNight[]): Streak | undefined {
  const maker = new TrendMaker();
  for (const one of nights) maker.add(one.night, one);
  return maker.trend.streak;
}

/** Groups by the series, in the order in which each comes first. */
export function bySeries<Thing>(
  things: readonly Thing[],
  seriesOf: (thing: Thing) => RunSeries,
): { readonly series: RunSeries; readonly same: readonly Thing[] }[] {
  return [...Map.groupBy(things, (thing) => seriesKey(seriesOf(thing))).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ series: seriesOf(first), same }];
  });
}

/** The one text of equal series. */
export function seriesKey(series: RunSeries): string {
  return canonicalJson(series);
}

/** Of several runs on one night the last finished one with a thesis serves; of several rows of a run, the first. */
function servingNights(said: readonly Said[]): TickerNight[] {
  const serving = new Map<string, Said>();
  for (const one of said) {
    const known = serving.get(one.night.night);
    if (known === undefined || servesBefore(one, known)) serving.set(one.night.night, one);
  }
  return [...serving.values()].map(({ night }) => night)
    .toSorted((one, other) => one.night < other.night ? -1 : 1);
}

/** Whether a row that comes later in its run, or is of another run, is taken instead of one. */
function servesBefore({ run, night }: Said, known: Said): boolean {
  const has = night.signal !== undefined;
  const had = known.night.signal !== undefined;
  if (has !== had) return has;
  return run.runId !== known.run.runId && run.finishedAt > known.run.finishedAt;
}

function lastNight({ nights }: TickerHistory): string {
  return nights.at(-1)?.night ?? "";
}
