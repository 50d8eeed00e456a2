import { isDay, longDay } from "../calendar/day.ts";
import { exchangeOf, exchangeOfMost } from "../calendar/exchanges.ts";
import { sessionsAfter } from "../calendar/last_session.ts";
import { ageWords as sessionsWords, type DataAge, dataAge, isStale } from "../run/data_age.ts";
import type { DataNote, DataRecord, Manifest } from "../run/manifest.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { wrapped } from "./word_wrap.ts";

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MAX_TICKER = 40;
/** Most names that end earlier in one sentence. */
const MAX_EARLIER = 3;

/** A run as far as the age of its data goes. */
export interface AgingRun {
  readonly manifest: Manifest;
  /** Its rows with a thesis. */
  readonly theses: readonly ThesisRow[];
}

/** The age of a run's data. */
export interface Freshness {
  /** The most frequent day, `YYYY-MM-DD`; of a tie, the newest. */
  readonly usual: string | undefined;
  /** The theses whose data ends sessions before `usual`, the oldest first. */
  readonly earlier: readonly ThesisRow[];
  /** A thesis with the newest data, if newer than `usual`. */
  readonly newest: ThesisRow | undefined;
  /** Days from the usual day to the start of the run. */
  readonly ageDays: number | undefined;
  /** In sessions, up to the run or the day that was asked for; none of history, and of a list with a day for each row. */
  readonly age: DataAge | undefined;
  /** A week of sessions or more. */
  readonly isStale: boolean;
}

/** Computes the age of the data behind the theses. */
export function freshnessOf({ theses, manifest }: AgingRun): Freshness {
  const days = [...Map.groupBy(theses, ({ asOf = "" }) => asOf)].filter(([day]) => day !== "")
    .toSorted(([a], [b]) => a < b ? -1 : 1);
  const [usual] = days.reduce((most, day) => day[1].length >= (most[1]?.length ?? 0) ? day : most, days[0] ?? []);
  const [newestDay, [newest] = []] = days.at(-1) ?? [];
  const passed = usual === undefined ? NaN : (Date.parse(manifest.started_at) - Date.parse(usual)) / DAY_MS;
  const age = usual === undefined ? undefined : ageOf(usual, { theses, manifest });
  return {
    usual,
    earlier: usual === undefined ? [] : days.flatMap(([day, rows]) => rows.filter((row) => isEarlier(row, day, usual))),
    newest: newestDay === usual ? undefined : newest,
    ageDays: Number.isFinite(passed) && passed >= 0 ? Math.floor(passed) : undefined,
    age,
    isStale: age !== undefined && isStale(age),
  };
}

/** A name whose exchange had no session since has all there is. */
function isEarlier({ ticker }: ThesisRow, day: string, usual: string): boolean {
  if (!isDay(day) || !isDay(usual)) return false;
  return sessionsAfter(day, usual, exchangeOf(ticker)) > 0;
}

/**
 * The age of the data on the day that the theses are for: the one that was asked for, else that of the run. History has
 * none, and neither has a list with a day for each row.
 */
function ageOf(
  usual: string,
  { theses, manifest: { service, options: { asOf }, started_at, data } }: AgingRun,
): DataAge | undefined {
  const now = new Date(started_at);
  const asked = typeof asOf === "string" ? asOf.match(DAY)?.[0] : undefined;
  const isDated = typeof asOf !== "string" || asked !== undefined;
  if (service.isSample === true || data?.names === 0 || !isDated || !isDay(usual) || Number.isNaN(now.valueOf())) {
    return undefined;
  }
  return dataAge(usual, { now, asOf: asked, exchange: exchangeOfMost(theses.map(({ ticker }) => ticker)) });
}

/**
 * How old the data is, like `3 trading days old at the time of the run`, or `out of date: 8 trading days old on 19 Jan 2018`, a day that
 * was asked for; in days where sessions mean nothing. Empty if unknown.
 */
export function ageWords({ ageDays, age }: Freshness, { options: { asOf } }: Manifest): string {
  if (ageDays === undefined) return "";
  const isAsked = typeof asOf === "string" && DAY.test(asOf);
  if (age === undefined || isAsked && age.sessions === 0) return `${counted(ageDays, "day")} before this run`;
  return `${sessionsWords(age)} ${isAsked ? `on ${longDay(age.until)}` : "at the time of the run"}`;
}

/** Like `2 names have older prices: T3 (30 Nov 2017), T5 (15 Dec 2017)`; empty where all end on the usual day. */
export function earlierWords({ earlier }: Pick<Freshness, "earlier">): string {
  const names = earlier.slice(0, MAX_EARLIER).map(({ ticker, row, asOf }) =>
    `${excerpt(ticker, MAX_TICKER) || `row ${row}`} (${longDay(asOf)})`
  );
  return olderWords(earlier.length, names);
}

/**
 * The same of names that are counted.
 * @param first The first of them, each with its day.
 */
export function olderWords(count: number, first: readonly string[]): string {
  if (count === 0) return "";
  const more = count > first.length ? ` and ${counted(count - first.length)} more` : "";
  return `${counted(count, "name")} ${count === 1 ? "has" : "have"} older prices: ${first.join(", ")}${more}`;
}

/** What became of the file, before what is wrong with it. */
export const WHAT_BECAME: Readonly<Record<DataNote["kind"], string>> = {
  refused: "skipped: ",
  skipped: "read in part: ",
  remark: "",
};

/** What was read, with the flag that names a benchmark where it is missing. */
export function dataNotice({ notice }: Pick<DataRecord, "notice">): string {
  return notice.replace("or benchmark FILE_OR_TICKER", "or --benchmark FILE_OR_TICKER");
}

/** Where in its file a problem is, like `line 3, column 12`. */
export function placeWords({ line, column }: Pick<DataNote, "line" | "column">): string {
  return column === 1 ? `line ${line}` : `line ${line}, column ${column}`;
}

/** A problem of a data file in words, like `skipped: MSFT.csv, line 2: Cannot tell the day from the month: ...`. */
export function dataNoteWords({ kind, file, message, ...place }: DataNote): string {
  return `${WHAT_BECAME[kind]}${file}, ${placeWords(place)}: ${message}`;
}

const MAX_NOTES = 5;

/**
 * The first problems of a data folder, one of each file, the gravest first, as points of a list.
 * @param command What lists all of them.
 */
export function dataNoteLines(data: DataRecord, command: string): string[] {
  const { problems, more_problems, ends_earlier } = data;
  const shown = problems.filter(({ file }, at) => problems.findIndex((one) => one.file === file) === at)
    .slice(0, MAX_NOTES);
  const more = problems.length + more_problems - shown.length;
  const rest = more === 0 ? [] : [`and ${more} more: ${command}`];
  const older = ends_earlier === undefined ? [] : [olderWords(
    ends_earlier.names,
    ends_earlier.first.map((name) => oneLine(name).replace(/\d{4}-\d\d-\d\d/, (day) => longDay(day))),
  )];
  return [...older, ...shown.map(dataNoteWords), ...rest].map((words) => `- ${words}`);
}

/**
 * A point of a list, wrapped with its lines below each other.
 * @param options Columns of the terminal; those before the bullet.
 */
export function bulletLines(
  words: string,
  { width, indent = 0 }: { readonly width: number; readonly indent?: number },
): string[] {
  return wrapped(`${" ".repeat(indent)}- ${words}`, width);
}

/** What no thesis of a run is about, in one sentence; none of another service, which says so itself. */
export function notResearchedWords({ data }: Pick<Manifest, "data">): string[] {
  const fields = data?.not_researched ?? [];
  return fields.length === 0 ? [] : [`No thesis is about ${fields.join("; ")}.`];
}
