import type { Manifest } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { countWords, timeWords } from "../progress_line.ts";
import { excerpt } from "../../text/control.ts";
import type { ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";

const DAY_MS = 86_400_000;
/** Length of an ISO 8601 time to the day. */
const DAY_LENGTH = 10;

const DAY = /^\d{4}-\d\d-\d\d$/;

const [WEEK, WORKDAYS] = [7, 5];
/** Trading days without a holiday. */
const STALE_DAYS = 5;

/** The signal of our service for a name of which it knows too little. */
const NO_VIEW = "no_view";

/** The age of a run's data. */
export interface Freshness {
  /** The most frequent day, `YYYY-MM-DD`; of a tie, the newest. */
  readonly usual: string | undefined;
  /** A thesis with the oldest data, if older than `usual`. */
  readonly oldest: ThesisRow | undefined;
  /** A thesis with the newest data, if newer than `usual`. */
  readonly newest: ThesisRow | undefined;
  /** Days from the usual day to the start of the run. */
  readonly ageDays: number | undefined;
  /** Five trading days or more before the day that the theses are for, where that means something. */
  readonly isStale: boolean;
}

/** One sentence on whether every row is done; begins with INCOMPLETE if not. */
export function completeWords({ statuses, input: { rows } }: ReportSurvey): string {
  if (rows.length === 0) return "INCOMPLETE: the list has no rows";
  if (statuses.done === rows.length) {
    const without = rows.filter(({ signal }) => signal === NO_VIEW).length;
    const isOne = rows.length === 1;
    const names = isOne ? "1 name" : `all ${counted(rows.length)} names`;
    if (without > 0) return `Complete: ${names} ${isOne ? "is" : "are"} answered, ${counted(without)} without a view`;
    return `Complete: ${names} ${isOne ? "has" : "have"} a thesis`;
  }
  const open = rows.length - statuses.done;
  return `INCOMPLETE: ${counted(open)} of ${counted(rows.length)} names ${open === 1 ? "is" : "are"} not done (${
    countWords({ ...statuses, done: 0 })
  })`;
}

/** Why no day of data is stated. */
export function noDayWords({ theses, input: { manifest: { state } } }: ReportSurvey): string {
  if (theses.length > 0) return "not stated";
  return state === "running" ? "no thesis yet" : "no thesis";
}

/** Computes the age of the data behind the theses. */
export function freshnessOf({ theses, input: { manifest } }: ReportSurvey): Freshness {
  const days = [...Map.groupBy(theses, ({ asOf = "" }) => asOf)].filter(([day]) => day !== "")
    .toSorted(([a], [b]) => a < b ? -1 : 1);
  const [usual] = days.reduce((most, day) => day[1].length >= (most[1]?.length ?? 0) ? day : most, days[0] ?? []);
  const [[oldestDay, [oldest] = []] = [], [newestDay, [newest] = []] = []] = [days[0], days.at(-1)];
  const age = usual === undefined ? NaN : (Date.parse(manifest.started_at) - Date.parse(usual)) / DAY_MS;
  return {
    usual,
    oldest: oldestDay === usual ? undefined : oldest,
    newest: newestDay === usual ? undefined : newest,
    ageDays: Number.isFinite(age) && age >= 0 ? Math.floor(age) : undefined,
    isStale: usual !== undefined && weekdaysBetween(usual, dayWanted(manifest)) >= STALE_DAYS,
  };
}

/**
 * The day that the theses are for: the one that was asked for, else that of the run. History has none, and neither
 * has a list with a day for each row.
 */
function dayWanted({ service, options: { asOf }, started_at }: Manifest): string {
  if (service.isSample === true) return "";
  return typeof asOf === "string" ? asOf.match(DAY)?.[0] ?? "" : started_at.slice(0, DAY_LENGTH);
}

/** The days from Monday to Friday after one day, up to another; 0 when one is no day. */
function weekdaysBetween(from: string, to: string): number {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const days = Math.floor((last - first) / DAY_MS);
  if (!(days > 0)) return 0;
  const weekday = (new Date(first).getUTCDay() + 6) % 7; // 0 is Monday
  const rest = Array.from({ length: days % WEEK }, (_, at) => (weekday + 1 + at) % WEEK).filter((day) =>
    day < WORKDAYS
  );
  return Math.floor(days / WEEK) * WORKDAYS + rest.length;
}

/** Like `3,249 days before the run`, with a word before it when that is stale; empty if unknown. */
export function ageWords({ ageDays, isStale }: Freshness): string {
  return ageDays === undefined ? "" : `${isStale ? "STALE: " : ""}${counted(ageDays, "day")} before the run`;
}

/**
 * Says how many requests were sent. A run plans its requests before the first is sent, so that their number alone
 * claims too much of one that is still running or that a limit stopped.
 * @returns Like `200 requests`, `200 requests; 203 attempts`, `3 of 200 requests sent`.
 */
export function sentWords({ counts: { requests, attempts } }: Manifest): string {
  if (attempts < requests) return `${counted(attempts)} of ${counted(requests, "request")} sent`;
  if (attempts === requests) return counted(requests, "request");
  return `${counted(requests, "request")}; ${counted(attempts, "attempt")}`;
}

/** What a run knows of its days when no thesis states one: the day asked for, and the last of the prices. */
export function plannedDays({ options: { asOf }, service: { dataEnds } }: Manifest): string[] {
  const asked = typeof asOf === "string" && DAY.test(asOf) ? [`asked as of ${asOf}`] : [];
  return dataEnds === undefined ? asked : [...asked, `prices end ${excerpt(dataEnds, DAY_LENGTH)}`];
}

/** Like `2026-11-21 05:31 to 05:34 UTC`. */
export function timeSpanWords(from: string, to: string | undefined): string {
  if (to === undefined) return `since ${timeWords(from)}`;
  if (timeWords(from) === timeWords(to)) return timeWords(from);
  const isSameDay = from.slice(0, DAY_LENGTH) === to.slice(0, DAY_LENGTH);
  const end = isSameDay ? timeWords(to).slice(DAY_LENGTH + 1) : timeWords(to);
  return `${timeWords(from).replace(" UTC", "")} to ${end}`;
}
