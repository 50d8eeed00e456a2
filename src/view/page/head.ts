import { shareWords } from "../thesis_view.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { changeCountWords } from "../../compare/change_words.ts";
import { alertsIn } from "../alert_words.ts";
import { checkedWords, failedClaimLines } from "../check_words.ts";
import { byVarianceShare } from "../portfolio_words.ts";
import type { Fact } from "../block.ts";
import { blocksHtml } from "../block_html.ts";
import { PAGE_FORM, percentWords, tickerWords } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";
import { ageWords, earlierWords, freshnessOf } from "../freshness.ts";
import { completeWords, dayWords, leadLines, noDayWords, plannedDays } from "./words.ts";
import { doubtfulRows, SAMPLE_WORDS } from "../../run/manifest.ts";
import { timeWords } from "../progress_line.ts";
import { counted } from "../../text/counted.ts";

const MAX_NAME = 80;

/** The head of the page: list, completeness, and what is known best of the run. */
export function reportHead(survey: ReportSurvey): Html {
  const { input: { manifest, rows }, statuses } = survey;
  const isWhole = statuses.done === rows.length && rows.length > 0;
  const [verdict = "", ...rest] = completeWords(survey).split(": ");
  const isGood = isWhole && doubtfulRows(manifest.counts) === 0;
  const goesOn = manifest.state === "running" && html`. <b>Still running since ${timeWords(manifest.started_at)}.</b>`;
  return html`<header>${[
    html`<p class="eye">Conviction · screening report</p>`,
    html`<h1>${excerpt(manifest.input.name, MAX_NAME)}</h1>`,
    manifest.service.isSample === true &&
    html`<p class="verdict amber"><b>${SAMPLE_WORDS}</b> Real prices of the past.</p>`,
    html`<p class="verdict ${isGood ? "ok" : "bad"}"><b>${isGood ? "✓" : "⚠"} ${verdict}:</b> ${rest}${goesOn}${
      !isWhole && rows.length > 0 && html`. <a href="#failures">Why, and what to do</a>`
    }</p>`,
    checksVerdict(survey),
    reportTiles(survey),
    [...leadLines(survey).direction, ...failedClaimLines(manifest.counts)].map((line) =>
      html`<p class="note">${line}</p>`
    ),
  ]}</header>`;
}

/** Tiles for what leads: drawdown risk, portfolio, what changed, results, and the day of the data. */
function reportTiles(survey: ReportSurvey): Html {
  const tiles = [risk(survey), portfolio(survey), changed(survey), results(survey), freshness(survey)];
  const facts = tiles.filter((tile) => tile !== undefined);
  return blocksHtml([{ kind: "facts", look: "tiles", facts }], PAGE_FORM);
}

function risk({ tally, riskiest: [top] }: ReportSurvey): Fact | undefined {
  if (tally.chances === 0) return undefined;
  const highest = top && `highest: ${tickerWords(top)}, ${percentWords(top.drawdownProbability)}`;
  const value = `${tally.high === 0 ? "none" : counted(tally.high)} of ${counted(tally.chances, "name")}`;
  return { name: "Drawdown risk of 25% or more", words: value, note: highest ?? "" };
}

function portfolio({ input: { manifest } }: ReportSurvey): Fact | undefined {
  const figures = manifest.portfolio?.figures;
  if (figures?.volatility === undefined) return undefined;
  const [{ ticker, variance_share: share = 0 } = { ticker: "" }] = byVarianceShare(figures);
  const note = share > 0 ? `largest driver: ${excerpt(ticker, MAX_NAME)}, ${shareWords(share, 0)} of the variance` : "";
  return { name: "Portfolio volatility", words: shareWords(figures.volatility), note };
}

function changed({ input: { comparison } }: ReportSurvey): Fact | undefined {
  if (comparison === undefined) return undefined;
  const alerts = (comparison.alerts ?? []).filter(({ kind }) => kind === "THESIS_DRIFT").length;
  const value = comparison.alerts === undefined ? counted(comparison.changes.length, "name") : counted(alerts, "alert");
  return { name: "What changed", words: value, note: changeCountWords(comparison) };
}

function results({ input }: ReportSurvey): Fact | undefined {
  const events = (alertsIn(input) ?? []).filter(({ kind }) => kind !== "THESIS_DRIFT");
  if (!input.rows.some(({ events }) => events !== undefined)) return undefined;
  const note = excerpt(events.map(({ ticker }) => ticker).join(", "), MAX_NAME);
  return { name: "Results", words: events.length === 0 ? "none new" : `${counted(events.length)} new`, note };
}

function freshness(survey: ReportSurvey): Fact {
  const fresh = freshnessOf({ ...survey, manifest: survey.input.manifest });
  const { usual, newest } = fresh;
  const { dataEnds } = survey.input.manifest.service;
  const notes = [
    ageWords(fresh, survey.input.manifest),
    earlierWords(fresh),
    newest && `newest ${dayWords(newest.asOf)} (${tickerWords(newest)})`,
    ...usual === undefined
      ? plannedDays(survey.input.manifest)
      : [dataEnds && dataEnds !== usual && `prices end ${dayWords(dataEnds)}`],
  ];
  const value = usual === undefined ? noDayWords(survey) : dayWords(usual);
  return { name: "Data as of", words: value, note: notes.filter(Boolean).join("; "), isWarning: fresh.isStale };
}

/** One line below the verdict of the page; nothing in a run that checks nothing. */
function checksVerdict({ input: { manifest: { verify } } }: ReportSurvey): Html | undefined {
  if (verify === undefined) return undefined;
  const isWrong = verify.stating_false > 0;
  const isDecided = verify.claims_proven + verify.claims_false > 0; // a tick for unknown claims would say too much
  const look = isWrong ? "bad" : isDecided ? "ok" : "amber";
  const [against = "", ...found] = checkedWords(verify).split(": ");
  return html`<p class="verdict ${look}"><b>${look === "ok" ? "✓" : "⚠"} ${against}:</b> ${found.join(": ")}${
    isWrong && html`. <a href="#checks">Which, and why</a>`
  }</p>`;
}
