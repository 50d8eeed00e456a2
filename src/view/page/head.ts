import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { signalLook } from "../signal_look.ts";
import { failedClaimLines } from "../check_words.ts";
import { checksVerdict } from "./checks.ts";
import { signalMark, tickerWords } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";
import { ageWords, earlierWords, freshnessOf } from "../freshness.ts";
import { completeWords, noDayWords, plannedDays, sentWords, timeSpanWords } from "./words.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { doubtfulRows, SAMPLE_WORDS } from "../../run/manifest.ts";
import { withWholeDays } from "./prose.ts";
import { amount, countWords, duration, FREE_WORDS, isFree, timeWords } from "../progress_line.ts";
import { counted } from "../../text/counted.ts";

const MAX_NAME = 80;
const MAX_SIGNAL = 16;
/** Most signals shown. */
const MAX_SIGNALS = 5;
/** Looks from left to right. */
const LOOKS = ["up", "flat", "down", "other"];

/** The head of the page: list, completeness, freshness and cost. */
export function reportHead(survey: ReportSurvey): Html {
  const { input: { manifest, rows }, statuses } = survey;
  const isWhole = statuses.done === rows.length && rows.length > 0;
  const [verdict = "", ...rest] = completeWords(survey).split(": ");
  const isGood = isWhole && doubtfulRows(manifest.counts) === 0;
  const goesOn = manifest.state === "running" && html`. <b>Still running since ${timeWords(manifest.started_at)}.</b>`;
  return html`<header>${[
    html`<p class="eye">Conviction · screen results</p>`,
    html`<h1>${excerpt(manifest.input.name, MAX_NAME)}</h1>`,
    manifest.service.isSample === true &&
    html`<p class="verdict amber"><b>${SAMPLE_WORDS}</b> Real prices of the past.</p>`,
    html`<p class="verdict ${isGood ? "ok" : "bad"}"><b>${isGood ? "✓" : "⚠"} ${verdict}:</b> ${rest}${goesOn}${
      !isWhole && rows.length > 0 && html`. <a href="#failures">Why, and what to do</a>`
    }</p>`,
    checksVerdict(survey),
    reportTiles(survey),
    failedClaimLines(manifest.counts).map((line) => html`<p class="note">${line}</p>`),
    signalStrip(survey),
  ]}</header>`;
}

/** The number of names per signal, as a strip. */
function signalStrip({ theses }: ReportSurvey): Html | undefined {
  const signals = Map.groupBy(theses, ({ signal = "" }) => excerpt(signal, MAX_SIGNAL));
  const placed = [...signals].map(([signal, rows]) => ({ signal, count: rows.length, look: signalLook(signal) }))
    .toSorted((a, b) => b.count - a.count).slice(0, MAX_SIGNALS)
    .toSorted((a, b) => LOOKS.indexOf(a.look) - LOOKS.indexOf(b.look));
  if (placed.length === 0) return undefined;
  const words = placed.map(({ signal, count }) => html`<span>${signalMark(signal)} <b>${counted(count)}</b></span>`);
  const parts = placed.map(({ count, look }) => html`<i class="${look}" style="flex-grow:${count}"></i>`);
  return html`
    <div class="strip">
      <p>${words}</p>
      <div aria-hidden="true">${parts}</div>
    </div>
  `;
}

/** Of a service or a model, in a tile. */
const MAX_SERVICE = 60;
const MAX_DATE = 10;

interface Tile {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly isWarning?: boolean;
}

/** Tiles for completeness, freshness, verification, cost, duration and service. */
function reportTiles(survey: ReportSurvey): Html {
  const tiles = [theses(survey), freshness(survey), figures(survey), cost(survey), time(survey), service(survey)];
  return html`<dl class="tiles">${
    tiles.map(({ name, value, note, isWarning }) =>
      html`
        <div class="${isWarning === true ? "amber" : ""}">
          <dt>${name}</dt>
          <dd><b>${withBreaks(value)}</b><span>${withWholeDays(note)}</span></dd>
        </div>
      `
    )
  }</dl>`;
}

/** An address breaks behind its dots and slashes. */
function withBreaks(text: string): Html {
  return html`${
    text.split(URL.canParse(text) ? /(?<=[./])(?=\w)/ : /$/).map((part, at) => at === 0 ? part : html`<wbr>${part}`)
  }`;
}

function theses({ theses, statuses, input: { rows } }: ReportSurvey): Tile {
  const value = `${counted(theses.length)} of ${counted(rows.length)}`;
  return { name: "Theses", value, note: statuses.done === rows.length ? "" : countWords(statuses) };
}

function freshness(survey: ReportSurvey): Tile {
  const fresh = freshnessOf({ ...survey, manifest: survey.input.manifest });
  const { usual, newest } = fresh;
  const { dataEnds } = survey.input.manifest.service;
  const notes = [
    ageWords(fresh, survey.input.manifest),
    earlierWords(fresh),
    newest && `newest ${dayWords(newest)}`,
    ...usual === undefined
      ? plannedDays(survey.input.manifest)
      : [dataEnds && dataEnds !== usual && `prices end ${excerpt(dataEnds, MAX_DATE)}`],
  ];
  const value = usual === undefined ? noDayWords(survey) : excerpt(usual, MAX_DATE);
  return { name: "Data as of", value, note: joined(notes), isWarning: fresh.isStale };
}

function dayWords(row: ThesisRow): string {
  return `${excerpt(row.asOf ?? "", MAX_DATE)} (${tickerWords(row)})`;
}

function figures({ theses, input: { manifest: { counts } } }: ReportSurvey): Tile {
  const { claims_total: total, claims_verified: right } = counts;
  const name = "Claims verified";
  if (theses.length === 0) return { name, value: "none", note: "no thesis states one" };
  if (total === 0) return { name, value: "none", note: "the service verifies no claims" };
  const note = right === total ? "against the service's data" : `${counted(total - right, "claim")} failed`;
  return { name, value: `${counted(right)} of ${counted(total)}`, note };
}

function cost({ input: { manifest, spent } }: ReportSurvey): Tile {
  const { service } = manifest;
  const note = sentWords(manifest);
  if (isFree(service)) return { name: "Cost", value: "nothing", note: joined([FREE_WORDS, note]) };
  return { name: "Cost", value: spent === undefined ? "no price set" : `at most ${amount(spent)}`, note };
}

function time({ input: { manifest: { seconds, started_at, finished_at } } }: ReportSurvey): Tile {
  const unknown = finished_at === undefined ? "in progress" : "not known: the clock was set back";
  const value = seconds === undefined ? unknown : duration(seconds);
  return { name: "Duration", value, note: timeSpanWords(started_at, finished_at) };
}

function service({ input: { manifest: { service: { name, model, languageModel } } } }: ReportSurvey): Tile {
  const note = joined([model, languageModel && `with ${languageModel}`]);
  return { name: "Service", value: excerpt(name, MAX_SERVICE), note: excerpt(note, MAX_SERVICE) };
}

function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join("; ");
}
