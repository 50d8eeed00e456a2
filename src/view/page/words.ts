import { isDay, longDay } from "../../calendar/day.ts";
import { doubtfulRows, type Manifest, UNNAMED } from "../../run/manifest.ts";
import { NO_VIEW } from "../../run/warnings.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { verifiedClaimWords, warningWords } from "../check_words.ts";
import { ageWords, earlierWords, freshnessOf } from "../freshness.ts";
import { portfolioWords } from "../portfolio_words.ts";
import { countWords, duration, isFree, spentWords, timeWords } from "../progress_line.ts";
import { riskDriver } from "../thesis_columns.ts";
import { percentWords, scoreWords, tickerWords } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";

const MAX_DAY = 11;
const MAX_SERVICE = 100;

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
  const asked = typeof asOf === "string" && isDay(asOf) ? [`asked as of ${longDay(asOf)}`] : [];
  return dataEnds === undefined ? asked : [...asked, `prices end ${dayWords(dataEnds)}`];
}

/** A day of a service as people read it; a text that is not one is cut. */
export function dayWords(day = ""): string {
  return excerpt(longDay(day), MAX_DAY);
}

/** The day of the data, how old it is, and which names have older prices. */
export function freshLine(survey: ReportSurvey): string {
  const { manifest } = survey.input;
  const fresh = freshnessOf({ ...survey, manifest });
  if (fresh.usual === undefined) return `Data as of: ${[noDayWords(survey), ...plannedDays(manifest)].join("; ")}.`;
  const words = [ageWords(fresh, manifest), earlierWords(fresh)].filter((part) => part !== "").join("; ");
  return `Data as of ${dayWords(fresh.usual)}${words === "" ? "" : `, ${words}`}.`;
}

/**
 * What leads: drawdown risk, portfolio, and what is known of direction.
 * @param top Names with the highest drawdown risk, or score where none is stated, that are named. Default: none.
 */
export function leadLines({ tally: { risk, direction }, riskiest, best, input: { manifest } }: ReportSurvey, top = 0) {
  const names = riskiest.slice(0, top).map((row) =>
    `${tickerWords(row)} ${percentWords(row.drawdownProbability)} (${riskDriver(row)})`
  );
  const scores = best.slice(0, risk === "" ? top : 0).map((row) => `${tickerWords(row)} ${scoreWords(row.score)}`);
  return {
    risk: [
      ...risk === "" ? [] : [`Drawdown risk: ${risk}.${names.length === 0 ? "" : ` Highest: ${names.join(", ")}.`}`],
      ...scores.length === 0 ? [] : [`Highest score: ${scores.join(", ")}.`],
    ],
    portfolio: manifest.portfolio === undefined ? [] : [portfolioWords(manifest.portfolio)],
    direction: direction === "" ? [] : [`Direction: ${direction}.`],
  };
}

/** Who was asked how much and when, how many figures were checked, and what it cost. */
export function serviceLine({ input: { manifest, spent = manifest.spent } }: ReportSurvey): string {
  const { service, counts, seconds, started_at, finished_at } = manifest;
  const { name, model, languageModel } = service;
  const names = [name === UNNAMED ? "" : name, model, languageModel && `with ${languageModel}`];
  const who = names.filter(Boolean).join(", ");
  const when = `${finished_at === undefined ? "since " : ""}${timeWords(started_at)}`;
  const took = seconds === undefined ? "" : ` in ${duration(seconds)}`;
  const figures = verifiedClaimWords(counts) || "The service checks no figures";
  return `${sentWords(manifest)}${who === "" ? "" : ` to ${excerpt(who, MAX_SERVICE)}`}${took}, ${when}. ${figures}.${
    spentWords(isFree(service) ? 0 : spent, manifest)
  }`;
}
