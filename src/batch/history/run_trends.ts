import { foldTicker } from "../../compare/match_rows.ts";
import { basename, dirname } from "node:path";
import type { DurabilityOption } from "../../disk/durability.ts";
import type { RunRecord } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { type Trend, TrendMaker } from "../../run/trend.ts";
import type { Turns } from "../../pace/yielding.ts";
import { keepsHistory } from "./find_runs.ts";
import { keptOf, nightOf, seriesOf } from "./finished_run.ts";
import { openHistory, rememberRun } from "./history.ts";
import { trendMakers } from "./trends.ts";

/** How the name of a row went over the nights up to that of its run; nothing of a name without a thesis. */
export type TrendOf = (row: ThesisRow) => Trend | undefined;

/**
 * How the names of a run went over the earlier nights of its series and its own. Only runs in a folder of `runs/` have
 * a history; what the history of the list does not know yet is added to it.
 * @returns Nothing of any row where the history cannot be opened: a page without it is still right.
 */
export async function readTrends(
  folder: string,
  { record, rows, turns, durability }: DurabilityOption & {
    readonly record: RunRecord;
    readonly rows: readonly ThesisRow[];
    readonly turns: Turns;
  },
): Promise<TrendOf> {
  if (!keepsHistory(dirname(folder))) return () => undefined;
  const kept = rows.flatMap((row) => keptOf(row) ?? []);
  const night = nightOf(record, kept);
  const makers = await earlierMakers(dirname(folder), { record, night, turns, durability });
  const tonight = new Set<string>();
  for (const row of kept) {
    if (row.signal === undefined || tonight.has(row.ticker)) continue;
    tonight.add(row.ticker);
    const maker = makers.getOrInsertComputed(row.ticker, () => new TrendMaker());
    maker.add(night, row);
  }
  return ({ ticker, signal }) => signal === undefined ? undefined : makers.get(foldTicker(ticker))?.trend;
}

async function earlierMakers(
  list: string,
  { record, night, turns, durability }: DurabilityOption & {
    readonly record: RunRecord;
    readonly night: string;
    readonly turns: Turns;
  },
): Promise<Map<string, TrendMaker>> {
  try {
    const history = await openHistory(list, { mayWrite: true, turns, durability });
    return history.read((parts) => trendMakers(parts, seriesOf(record), { before: night }));
  } catch {
    return new Map();
  }
}

/** Adds a finished run to the history of its list; one that cannot be added now is added when the list is read. */
export async function addToHistory(folder: string, { durability }: DurabilityOption): Promise<void> {
  if (!keepsHistory(dirname(folder))) return;
  try {
    await rememberRun(dirname(folder), { name: basename(folder), durability });
  } catch {
    // The files of the run are complete without it.
  }
}
