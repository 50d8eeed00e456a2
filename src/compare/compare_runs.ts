import type { Manifest } from "../run/manifest.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { showsItself } from "../text/cell_value.ts";
import type { Crossing } from "../run/crossing.ts";
import { compareRows, hasThesisRow, type RowDifference, sideOf, type ThesisPlaces } from "./compare_rows.ts";
import type { ChangeKind, ComparedRun, Comparison, Drift, RowChange, SettingDifference } from "./comparison.ts";
import { driftOf, type NameDrift } from "./drift.ts";
import { eventsIn } from "./events.ts";
import { foldTicker, matchRows, type RowPair } from "./match_rows.ts";
import { percentilesByBars } from "./percentiles.ts";
import { alertsOf } from "./ranked_alerts.ts";
import { byWeight } from "./weight.ts";
import { excerpt } from "../text/control.ts";
import { currentId } from "../data/metrics/metric.ts";

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
  const old = load(earlier);
  const fresh = load(later);
  const places: ThesisPlaces = { before: percentilesByBars(old.rows), after: percentilesByBars(fresh.rows) };
  const counts = emptyCounts();
  const changes: RowChange[] = [];
  const drifts: Drift[] = [];
  const crossings: Crossing[] = [];
  const differences = settingDifferences(old, fresh);
  const isSameQuestion = !differences.some(({ setting }) => OF_THE_QUESTION.includes(setting));
  const driftIn = driftsBetween(places, (old.manifest.crossings ?? []).map(currentCrossing), { isSameQuestion });
  let compared = 0;
  for (const pair of matchRows(old.rows, fresh.rows)) {
    const difference = compareRows(pair, places);
    const { change } = difference;
    const { drift, open } = driftIn(pair, difference);
    crossings.push(...open);
    if (drift !== undefined) drifts.push(drift);
    if (hasThesisRow(pair.before) && hasThesisRow(pair.after)) compared++;
    if (change === undefined) continue;
    changes.push(change);
    for (const kind of change.kinds) counts[kind]++;
  }
  const newEvents = eventsIn(fresh.rows, { known: old.rows, header: later.manifest.header });
  return showsItself({
    earlier: describe(old),
    later: describe(fresh),
    differences,
    changes: changes.toSorted(byWeight),
    compared,
    counts,
    unchanged: compared - (changes.length - counts.new - counts.gone),
    newEvents,
    alerts: alertsOf({ drifts, events: newEvents, manifest: later.manifest }),
    crossings,
  });
}

/** What another service answers, or another question, is no news of a company. */
const OF_THE_QUESTION: readonly SettingDifference["setting"][] = ["service", "model", "prompt", "body"];

/** Judges each name, in the order of the lists; rows of one ticker are distinguished by it, as they are matched. */
function driftsBetween(places: ThesisPlaces, pending: readonly Crossing[], { isSameQuestion = true }) {
  const waiting = Map.groupBy(pending, ({ ticker }) => foldTicker(ticker));
  const counts = new Map<string, number>();
  return ({ before, after }: RowPair, difference: RowDifference): NameDrift => {
    const key = foldTicker(after?.ticker ?? before?.ticker ?? "");
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    const own = waiting.get(key)?.filter((one) => (one.nth ?? 1) === nth) ?? [];
    if (!hasThesisRow(after)) return { open: after === undefined ? [] : own }; // a row that failed forgets nothing
    if (!hasThesisRow(before) || !isSameQuestion) return { open: [] };
    if (before.engine !== after.engine || before.benchmark !== after.benchmark) return { open: [] };
    const sides = { before: sideOf(before, places.before), after: sideOf(after, places.after) };
    const { drift, open } = driftOf({ before, after, sides, difference, pending: own });
    return { drift, open: nth === 1 ? open : open.map((one) => ({ ...one, nth })) };
  };
}

function load({ manifest, rows }: RunToCompare): LoadedRun {
  return { manifest, rows: Array.from(rows, currentRow) };
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

/** A run with its rows in memory. */
interface LoadedRun {
  readonly manifest: Manifest;
  readonly rows: readonly ThesisRow[];
}

const NONE = "none";
const MAX_CHARS = 160;
/** Characters shown before the first difference of two long texts. */
const LEAD_IN_CHARS = 40;

/** The settings, in the order shown. */
const SETTINGS: readonly [setting: SettingDifference["setting"], read: (run: LoadedRun) => string | undefined][] = [
  ["service", ({ manifest }) => serviceWords(manifest)],
  ["model", ({ manifest }) => manifest.service.model],
  ["prompt", ({ manifest }) => promptOf(manifest.options)],
  ["body", ({ manifest }) => textOf(manifest.options["body"])],
  ["engine", ({ rows }) => allOf(rows, ({ engine }) => engine)],
  ["benchmark", ({ rows }) => allOf(rows, ({ benchmark }) => benchmark)],
  ["as_of", asOfWords],
];

/**
 * Finds the settings that differ between two runs.
 * @returns The most likely explanation of changes first.
 */
function settingDifferences(earlier: LoadedRun, later: LoadedRun): readonly SettingDifference[] {
  return SETTINGS.flatMap(([setting, read]) => {
    const before = read(earlier) ?? NONE;
    const after = read(later) ?? NONE;
    return before === after ? [] : [{ setting, ...shortened(before, after) }];
  });
}

/** The embedded service is another one on the sample than on the user's own prices, though both may end on one day. */
function serviceWords({ service: { name, isSample }, data }: Manifest): string {
  if (isSample === true) return `${name} (sample history)`;
  return data === undefined ? name : `${name} (own prices)`;
}

/** The newest day of any thesis' data. */
function newestAsOf(rows: readonly ThesisRow[]): string | undefined {
  return rows.reduce<string | undefined>((newest, { asOf = "" }) => asOf > (newest ?? "") ? asOf : newest, undefined);
}

/** The newest day of the data, and the requested days if they differ. */
function asOfWords({ rows, manifest }: LoadedRun): string | undefined {
  const newest = newestAsOf(rows) ?? manifest.service.dataEnds;
  const asked = [...new Set(rows.flatMap(({ requestedAsOf }) => requestedAsOf ?? []))].toSorted();
  const first = asked[0];
  const last = asked.at(-1) ?? first;
  if (first === undefined || last === undefined || (first === newest && last === newest)) return newest;
  const days = first === last ? first : `${first} to ${last}`;
  return newest === undefined ? days : `${newest}, requested ${days}`;
}

function allOf(rows: readonly ThesisRow[], read: (row: ThesisRow) => string | undefined): string | undefined {
  const values = [...new Set(rows.flatMap((row) => read(row) ?? []))].toSorted();
  return values.length === 0 ? undefined : values.join(", ");
}

function promptOf(options: Manifest["options"]): string | undefined {
  const prompt = textOf(options["prompt"]);
  const column = textOf(options["promptColumn"]);
  if (column === undefined) return prompt;
  const own = `per row, column ${JSON.stringify(column)}`;
  return prompt === undefined ? own : `${prompt} (or ${own})`;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value, sortKeys);
}

function sortKeys(_: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1)) : value;
}

/** The start of both texts, or, if these are equal, the text around the first difference. */
function shortened(before: string, after: string): { readonly before: string; readonly after: string } {
  const one = excerpt(before, MAX_CHARS);
  const other = excerpt(after, MAX_CHARS);
  if (one !== other) return { before: one, after: other };
  const from = Math.max(0, partingOf(before, after) - LEAD_IN_CHARS);
  return { before: tail(before, from), after: tail(after, from) };
}

function partingOf(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function tail(text: string, from: number): string {
  return `${from > 0 ? "… " : ""}${excerpt(text.slice(from), MAX_CHARS - 2)}`;
}

type Named = { readonly metric: string; readonly id?: string };

/** A row under the ids that the metrics of an earlier version have now. */
function currentRow(row: ThesisRow): ThesisRow {
  const { claims, falsifiers = [], events = [] } = row;
  const named: readonly Named[] = [...claims, ...falsifiers, ...events.flatMap(({ figures }) => figures)];
  if (named.every(({ metric }) => currentId(metric) === metric)) return row;
  const current = events.map((event) => ({ ...event, figures: event.figures.map(renamed) }));
  return { ...row, claims: claims.map(renamed), falsifiers: falsifiers.map(renamed), events: current };
}

/** The same of a line that a name is across. */
function currentCrossing({ line, moved, ...more }: Crossing): Crossing {
  return { ...more, line: line.replace(/^\S+/, currentId), ...moved && { moved: renamed(moved) } };
}

function renamed<Any extends Named>(named: Any): Any {
  const metric = currentId(named.metric);
  return { ...named, metric, ...named.id && { id: named.id.replace(`.${named.metric}`, `.${metric}`) } };
}
