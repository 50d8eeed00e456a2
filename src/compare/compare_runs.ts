import type { Manifest } from "../run/manifest.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { showsItself } from "../text/cell_value.ts";
import { compareRows, hasThesisRow, type ThesisPlaces } from "./compare_rows.ts";
import type { ChangeKind, ComparedRun, Comparison, RowChange } from "./comparison.ts";
import { eventsIn } from "./events.ts";
import { matchRows } from "./match_rows.ts";
import { percentilesAmong } from "./percentiles.ts";
import { type LoadedRun, newestAsOf, settingDifferences } from "./setting_differences.ts";
import { byWeight } from "./weight.ts";

/** A run to compare. */
export interface RunToCompare {
  /** Its manifest. */
  readonly manifest: Manifest;
  /** One for each row; iterated once. */
  readonly rows: Iterable<ThesisRow>;
}

/**
 * Compares two runs.
 *
 * Rows match by ticker, case-insensitively; if a list has a ticker more than once, in their order. A driver whose
 * figures changed is still the same driver, and likewise a risk.
 * @param earlier The run to compare with.
 * @param later The later run.
 * @returns Differences of settings, and the names with a change, the most important first.
 */
export function compareRuns(earlier: RunToCompare, later: RunToCompare): Comparison {
  const [old, fresh] = [load(earlier), load(later)];
  const places: ThesisPlaces = { before: placesIn(old), after: placesIn(fresh) };
  const counts = emptyCounts();
  const changes: RowChange[] = [];
  let compared = 0;
  for (const pair of matchRows(old.rows, fresh.rows)) {
    const change = compareRows(pair, places);
    if (hasThesisRow(pair.before) && hasThesisRow(pair.after)) compared++;
    if (change === undefined) continue;
    changes.push(change);
    for (const kind of change.kinds) counts[kind]++;
  }
  return showsItself({
    ...{ earlier: describe(old), later: describe(fresh), differences: settingDifferences(old, fresh) },
    ...{ changes: changes.toSorted(byWeight), compared, counts },
    unchanged: compared - (changes.length - counts.new - counts.gone),
    newEvents: eventsIn(fresh.rows, old.rows),
  });
}

function load({ manifest, rows }: RunToCompare): LoadedRun {
  return { manifest, rows: Array.isArray(rows) ? rows : [...rows] };
}

/** The percentile of a row's score among the rows with the same bars. */
function placesIn({ rows }: LoadedRun): (row: ThesisRow) => number | undefined {
  const places = new Map(
    [...Map.groupBy(rows, ({ frequency }) => frequency)].map(([frequency, same]) =>
      [frequency, percentilesAmong(same.flatMap(({ score }) => score ?? []))] as const
    ),
  );
  return ({ score, frequency }) => score === undefined ? undefined : places.get(frequency)?.(score);
}

function emptyCounts(): Record<ChangeKind, number> {
  return {
    new: 0,
    gone: 0,
    flipped: 0,
    falsified: 0,
    rank_moved: 0,
    score_moved: 0,
    drawdown_crossed: 0,
    risks: 0,
    drivers: 0,
  };
}

function describe({ manifest, rows }: LoadedRun): ComparedRun {
  return {
    runId: manifest.run_id,
    startedAt: manifest.started_at,
    asOf: newestAsOf(rows) ?? manifest.service.dataEnds,
    theses: rows.reduce((count, row) => count + (hasThesisRow(row) ? 1 : 0), 0),
  };
}
