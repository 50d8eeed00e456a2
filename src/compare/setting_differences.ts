import type { Manifest } from "../run/manifest.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { excerpt } from "../text/control.ts";
import type { SettingDifference } from "./comparison.ts";

/** A run with its rows in memory. */
export interface LoadedRun {
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
export function settingDifferences(earlier: LoadedRun, later: LoadedRun): readonly SettingDifference[] {
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
export function newestAsOf(rows: readonly ThesisRow[]): string | undefined {
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
