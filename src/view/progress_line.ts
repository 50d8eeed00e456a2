import type { StatusCounts } from "../run/counts.ts";
import { EMBEDDED, type Manifest, type ServiceName } from "../run/manifest.ts";
import type { LastThesis, Progress } from "../run/progress.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";

const WORDS: readonly (readonly [keyof StatusCounts, string])[] = [
  ["done", "done"],
  ["partial", "partial"],
  ["failed", "failed"],
  ["invalid", "invalid"],
  ["in_doubt", "in doubt"],
  ["skipped", "skipped"],
  ["pending", "pending"],
];
const MINUTE_S = 60;
const HOUR_S = 3600;
const MAX_WORD = 14;
const MAX_WHY = 60;
const UTC_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/;
const MAX_TIME = 40;

/** Rows per second or per minute. */
export type RateUnit = "s" | "min";

/**
 * Chooses the unit of a rate. A unit that was shown stays until the rate is twice or half as high as one row per second,
 * so that a line which is written again and again does not flip between two.
 * @param rowsPerSecond 0 while it is unknown.
 * @param before The unit of the line before.
 */
export function rateUnit(rowsPerSecond: number, before?: RateUnit): RateUnit | undefined {
  if (rowsPerSecond === 0) return before;
  const least = before === undefined ? 1 : before === "s" ? 0.5 : 2;
  return rowsPerSecond >= least ? "s" : "min";
}

/**
 * Renders the progress of a run in one line.
 * @param unit Of the rate. Default: the one that suits it.
 * @returns Like `5 of 8 rows: 4 done, 1 failed · 3 in flight · 2.5 rows/s · 1 s left`.
 */
export function progressLine(progress: Progress, unit = rateUnit(progress.rowsPerSecond)): string {
  const { rows, statuses, inFlight, limit, refusedShare, rowsPerSecond, secondsLeft, spent, lastThesis } = progress;
  const isEnding = progress.isStopping === true;
  const isDown = progress.outage !== undefined && progress.outage.endedAfterSeconds === undefined;
  const isMore = inFlight > (isDown ? 1 : 0); // than the request that finds out whether it still is
  const settled = rows - statuses.pending - statuses.skipped;
  const parts = [
    ...(isDown ? pauseWords(progress) : []), // first, because a terminal may cut the line
    `${counted(settled)} of ${counted(rows)} rows${
      settled + statuses.skipped === 0 ? "" : `: ${countWords({ ...statuses, pending: 0 })}`
    }`,
    ...(isMore ? [`${inFlight}${limit === undefined ? "" : ` of ${limit}`} in flight`] : []),
    ...(refusedShare === undefined ? [] : [`${Math.round(100 * refusedShare)}% refused`]),
    ...(isDown ? [] : pauseWords(progress)),
    ...(rowsPerSecond > 0 && !isDown ? [rate(rowsPerSecond, unit)] : []),
    ...(isEnding ? ["stopping"] : []),
    ...(secondsLeft !== undefined && statuses.pending > 0 && !isEnding && !isDown
      ? [`${duration(secondsLeft)} left`]
      : []),
    ...(spent === undefined ? [] : [`${amount(spent)} spent`]),
    ...(lastThesis === undefined ? [] : [`last ${thesisWords(lastThesis)}`]),
  ];
  return parts.join(" · ");
}

/** Why nothing is sent, or that the service answers again. */
function pauseWords({ outage, pausedSeconds, isStopping }: Progress): string[] {
  const inTime = pausedSeconds === undefined ? undefined : duration(Math.ceil(pausedSeconds));
  if (outage === undefined) return inTime === undefined ? [] : [`paused for ${inTime}`];
  const { error, endedAfterSeconds } = outage;
  if (endedAfterSeconds !== undefined) return [`the service answers again, after ${duration(endedAfterSeconds)}`];
  const why = excerpt(error.replace(/^Cannot [^:]*: (the service cannot be reached: )?/, ""), MAX_WHY);
  return [isStopping === true ? why : `${why}: trying again ${inTime === undefined ? "now" : `in ${inTime}`}`];
}

/**
 * A thesis in two words.
 * @returns Like `AAPL bullish`, without control characters.
 */
export function thesisWords({ ticker, signal }: LastThesis): string {
  return `${excerpt(ticker, MAX_WORD)} ${excerpt(signal, MAX_WORD).replaceAll("_", " ")}`;
}

/**
 * An amount of money in the user's unit.
 * @returns Like `12.30` or `0.0042`.
 */
export function amount(value: number): string {
  return value === 0 || value >= 0.1 ? value.toFixed(2) : String(Number(value.toPrecision(2)));
}

/** Why a run of the embedded service has no cost. */
export const FREE_WORDS = "the embedded service is free";

/** Whether a service costs nothing: the embedded one does, unless a language model adds to its answers. */
export function isFree({ name, languageModel }: ServiceName): boolean {
  return name === EMBEDDED && languageModel === undefined;
}

/**
 * What a run spent, as a sentence after others.
 * @param spent An upper bound; undefined without a price.
 * @returns Like ` At most 0.75 spent.`; empty without a price.
 */
export function spentWords(spent: number | undefined, { service }: Pick<Manifest, "service">): string {
  if (spent === undefined) return "";
  return isFree(service) ? ` Nothing spent: ${FREE_WORDS}.` : ` At most ${amount(spent)} spent.`;
}

/**
 * Counts rows by status.
 * @returns Like `7 done, 1 failed`; statuses without a row are omitted.
 */
export function countWords(statuses: StatusCounts): string {
  return WORDS.filter(([status]) => statuses[status] > 0)
    .map(([status, word]) => `${counted(statuses[status])} ${word}`)
    .join(", ");
}

/** A time to the minute, like `2026-11-21 05:31 UTC`; a text that is no time in UTC as it came, on one line. */
export function timeWords(time: string): string {
  const [, day, minute] = UTC_TIME.exec(time) ?? [];
  return day === undefined ? excerpt(time, MAX_TIME) : `${day} ${minute} UTC`;
}

/**
 * A duration.
 * @param seconds 0 or more.
 * @returns Like `under 1 s`, `8 s`, `3 min 20 s` or `2 h 5 min`.
 */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole === 0) return "under 1 s";
  if (whole < MINUTE_S) return `${whole} s`;
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`;
  return `${Math.floor(whole / HOUR_S)} h ${Math.floor((whole % HOUR_S) / MINUTE_S)} min`;
}

function rate(rowsPerSecond: number, unit: RateUnit | undefined): string {
  return `${(unit === "min" ? rowsPerSecond * MINUTE_S : rowsPerSecond).toFixed(1)} rows/${unit}`;
}
