import { doubtfulRows, type Manifest } from "../../run/manifest.ts";
import { NO_VIEW } from "../../run/warnings.ts";
import { warningWords } from "../check_words.ts";
import { countWords, timeWords } from "../progress_line.ts";
import { excerpt } from "../../text/control.ts";
import type { ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";

/** Length of an ISO 8601 time to the day. */
const DAY_LENGTH = 10;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** One sentence on whether every row is done; begins with Incomplete if not, or with Doubtful. */
export function completeWords(survey: ReportSurvey): string {
  const { counts } = survey.input.manifest;
  const words = rowWords(survey).replace(/^Complete/, doubtfulRows(counts) > 0 ? "Doubtful" : "$&");
  return [words, warningWords(counts)].filter(Boolean).join("; ");
}

function rowWords({ statuses, input: { rows } }: ReportSurvey): string {
  if (rows.length === 0) return "Incomplete: the list is empty";
  if (statuses.done === rows.length) {
    const without = rows.filter(({ signal }) => signal === NO_VIEW).length;
    const names = rows.length === 1 ? "1 name" : `all ${counted(rows.length)} names`;
    if (without > 0) return `Complete: ${names} answered, ${counted(without)} without a view`;
    return `Complete: ${names} covered`;
  }
  const missing = countWords({ ...statuses, done: 0 });
  return `Incomplete: ${counted(rows.length - statuses.done)} of ${counted(rows.length, "name")} missing (${missing})`;
}

/** Why no day of data is stated. */
export function noDayWords({ theses, input: { manifest: { state } } }: ReportSurvey): string {
  if (theses.length > 0) return "not stated";
  return state === "running" ? "no thesis yet" : "no thesis";
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
