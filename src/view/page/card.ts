import { evidenceWords } from "../../run/evidence_words.ts";
import { statesFalse } from "../../run/thesis_check.ts";
import { barsWords } from "../../run/bars.ts";
import { recordWords } from "../../run/chance_record.ts";
import { leadOf, ownSentence } from "../../run/lead.ts";
import type { SavedFile } from "../../run/outcome.ts";
import { confidenceWords, statementName } from "../../run/statement.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { thesisCheckWords } from "../check_words.ts";
import { BOLD_LEAD, bolded } from "../figure_table.ts";
import { whatChangedWords } from "./changes.ts";
import {
  chanceLook,
  companyWords,
  fileAddress,
  percentWords,
  scoreLook,
  scoreWords,
  signalMark,
  tickerWords,
} from "./formats.ts";
import { isNumber, rankingFor, type ReportSurvey } from "./survey.ts";
import { scoreLine } from "./score_line.ts";
import { modelFrame } from "./model.ts";
import { streakWords } from "../../run/trend.ts";
import { foldedProse, wholeProse } from "./prose.ts";
import type { Sparkline } from "../../run/sparkline.ts";
import { counted } from "../../text/counted.ts";

/** Drivers, and likewise risks, shown on a card at once, and in all. */
const LINES = { shown: 3, most: 20 } as const;
const MAX_LINE = 1_000;
const SHOWN_REASONING = 600;
const QUESTION = { shown: 240, most: 4_000 } as const;
const MAX_WARNING = 600;
/** Of the sentence below a name whose card is closed. */
const MAX_LEAD = 240;
const MAX_FILES = 12;
const MAX_FILE_NAME = 80;
const CHANGED = html`<i class="dot">changed</i>`;
const WARNED = html`<i class="dot warn">warning</i>`;
const FALSE = html`<i class="dot warn">states something false</i>`;
const NOTHING = html`<span></span>`;
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/**
 * A collapsed card: a summary line, and the details below it.
 * @param row A row with a thesis.
 */
export function nameCard(row: ThesisRow, survey: ReportSurvey): Html {
  const { question = "", reasoning = "" } = row;
  const own = BOLD_LEAD.exec(reasoning)?.[0] ?? ownSentence(row) ?? ""; // else the first driver says it, below
  const lead = bolded(excerpt(own, MAX_LINE));
  // A cut lead is whole in the text below it.
  const isWhole = own !== "" && own.length <= MAX_LINE && reasoning.startsWith(own);
  const rest = isWhole ? reasoning.slice(own.length).trim() : reasoning;
  const change = survey.changeOf.get(row.row);
  const apart = row.frequency === survey.rankings[0]?.frequency ? undefined : row.frequency;
  return html`<details>${summary(row, { isChanged: change !== undefined, apart })}<div class="body" id="r${row.row}">${[
    own !== "" && html`<p class="lead">${lead}</p>`,
    change && html`<p class="chg"><b>Changed</b> ${excerpt(whatChangedWords(change, survey), MAX_LINE)}</p>`,
    picture(row, survey),
    facts(row, survey),
    row.warnings.length > 0 &&
    html`<p class="wrn"><b>Warning</b> ${wholeProse(row.warnings.join("; "), MAX_WARNING)}</p>`,
    rest !== "" &&
    html`<div class="why">${foldedProse(rest, { shown: SHOWN_REASONING, most: survey.reasoningChars })}</div>`,
    lines("Drivers", row.drivers),
    lines("Risks", row.risks),
    modelFrame(row),
    question !== "" && html`<div class="ask"><b>Asked</b>${foldedProse(question, QUESTION)}</div>`,
    files(row),
  ]}</div></details>`;
}

/** The summary line of a card. */
function summary(
  row: ThesisRow,
  { isChanged, apart }: { readonly isChanged: boolean; readonly apart: string | undefined },
): Html {
  const bars = apart === undefined ? undefined : html`<i class="dot">${barsWords(apart)}</i>`;
  return html`<summary>${[
    html`<b class="tick">${tickerWords(row)}</b><span class="co">${companyWords(row)}</span>`,
    html`<span>${bars}${isChanged && CHANGED}${
      statesFalse(row.check) ? FALSE : row.warnings.length > 0 && WARNED
    }</span>`,
    signalMark(row.signal) ?? NOTHING,
    html`<span class="num">${scoreWords(row.score)}</span><span class="num">${
      percentWords(row.drawdownProbability)
    }</span>`,
    html`<span class="lead">${excerpt(leadOf(row), MAX_LEAD)}</span>`,
  ]}</summary>`;
}

/** A chart of the prices, or else the service's own image, if it is inline, or else why there is none. */
function picture(row: ThesisRow, { input, isCharted }: ReportSurvey): Html | undefined {
  const series = input.seriesOf?.(row);
  const chart = series && seriesChart(series);
  if (chart !== undefined) return chart;
  const image = input.imageOf?.(row);
  if (image !== undefined && IMAGE.test(image)) {
    return html`<figure><img src="${image}" alt="Chart of ${tickerWords(row)}" loading="lazy"></figure>`;
  }
  return isCharted ? html`<p class="note">No chart: ${noChartWords(row)}.</p>` : undefined;
}

/** Where no card has a chart, one line above the cards says why. */
function noChartWords({ files, status }: ThesisRow): string {
  if (status === "partial") return "the answer is incomplete, see the warning";
  return files.length === 0
    ? "the answer came without files"
    : "no file of the answer is a table of prices or a small PNG";
}

/** Uses few elements, because there are thousands of cards: a note on a figure also carries its bar. */
function facts(row: ThesisRow, survey: ReportSurvey): Html {
  const { medianFall } = survey;
  const { scored = 0 } = rankingFor(survey, row) ?? {};
  const { drawdownProbability: fall, score, evidence, rank } = row;
  const median = medianFall === undefined ? "" : `the run's median is ${percentWords(medianFall)}`;
  const record = [recordWords(row), median].filter((part) => part !== "").join("; ");
  const place = rank === undefined ? "" : `rank ${counted(rank)} of ${counted(scored)}`;
  const rest = [
    fact("Claims verified", verifiedWords(row)),
    fact("Checked", thesisCheckWords(row.check)),
    fact("Evidence", evidence && evidenceWords(evidence)),
    statement(row),
    fact("Data as of", row.asOf && excerpt(row.asOf, MAX_FILE_NAME)),
  ].filter((one) => one !== undefined);
  return html`<dl class="facts">${[
    isNumber(fall) &&
    html`<div>${fact("Drawdown risk", percentWords(fall))}<dd ${chanceLook(fall)}>${record}</dd></div>`,
    isNumber(score) && html`<div>${fact("Score", scoreWords(score))}<dd ${scoreLook(score)}>${place}</dd></div>`,
    nightsFact(row, survey),
    rest.length > 0 && html`<div>${rest}</div>`,
  ]}</dl>`;
}

/** How many nights the signal has stood, above a line of its scores. */
function nightsFact(row: ThesisRow, { input }: ReportSurvey): Html | undefined {
  const { scores = [], streak } = input.trendOf?.(row) ?? {};
  if (streak === undefined) return undefined;
  const words = excerpt(streakWords(streak), MAX_LINE);
  return html`<div>${fact("Signal", words)}${scoreLine(scores.map(({ score }) => score))}</div>`;
}

/** The probability of the statement or, where it is not known, the confidence as the service states it. */
function statement({ probability, confidence, benchmark }: ThesisRow): Html | undefined {
  const name = statementName([{ probability, benchmark }]);
  if (probability === undefined || name === undefined) {
    return fact("Confidence", confidence === undefined ? "" : confidenceWords(confidence));
  }
  return fact(excerpt(`Probability of ${name.what}`, MAX_LINE), confidenceWords(probability));
}

/** A name and its value; nothing without a value. */
function fact(name: string, value: string | undefined): Html | undefined {
  return value === undefined || value === "" ? undefined : html`
    <dt>${name}</dt>
    <dd>${value}</dd>
  `;
}

function lines(title: string, texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined;
  const items = texts.slice(0, LINES.most).map((text) => html`<li>${wholeProse(text, MAX_LINE)}</li>`);
  const shown = texts.length === LINES.shown + 1 ? texts.length : LINES.shown; // a fold for one line saves nothing
  const folded = items.slice(shown);
  const more = texts.length - LINES.most;
  const rest = html`<details class="more rest"><summary>${texts.length - shown} more</summary><ul>${folded}</ul>${
    more > 0 && html`<small>and ${more} in <code>theses.jsonl</code></small>`
  }</details>`;
  return html`<div class="list"><h4>${title}</h4><ul>${items.slice(0, shown)}</ul>${folded.length > 0 && rest}</div>`;
}

function files({ files }: ThesisRow): Html | undefined {
  if (files.length === 0) return undefined;
  const more = files.length - MAX_FILES;
  return html`<p class="files">${files.slice(0, MAX_FILES).map(fileLink)}${more > 0 && `and ${more} more`}</p>`;
}

/** Links a file of the run; an SVG, which may hold a script, and a path outside `files/` are shown without a link. */
function fileLink({ path }: SavedFile): Html {
  const name = excerpt(path.split("/").at(-1) ?? "", MAX_FILE_NAME);
  const address = fileAddress(path);
  return address === undefined
    ? html`<span>${name}</span>`
    : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`;
}

/** Units of the chart, which the page scales. */
const WIDTH = 640;
const PRICE_HEIGHT = 120;
const FALL_TOP = 136;
const FALL_HEIGHT = 44;
const HEIGHT = FALL_TOP + FALL_HEIGHT;
const MIN_CLOSES = 2;
const MAX_DATE = 10;

type Point = readonly [x: number, y: number];

/**
 * Draws closes on a log scale above their drawdown.
 * Draws only numbers, so no text of a service becomes markup.
 * @param series Closes above 0.
 * @returns `undefined` when they cannot be drawn.
 */
export function seriesChart({ dates, closes }: Sparkline): Html | undefined {
  const count = Math.min(dates.length, closes.length);
  const prices = closes.slice(0, count);
  if (count < MIN_CLOSES || !prices.every((close) => close > 0 && Number.isFinite(close))) return undefined;
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const falls = fallsOf(prices);
  const deepest = Math.min(...falls);
  const across = (at: number) => Math.round((at / (count - 1)) * WIDTH);
  const span = Math.log(high / low) || 1;
  const line = prices.map((close, at): Point => [across(at), Math.round(Math.log(high / close) / span * PRICE_HEIGHT)]);
  const depth = deepest === 0 ? 0 : FALL_HEIGHT / deepest;
  const band = falls.map((fall, at): Point => [across(at), FALL_TOP + Math.round(fall * depth)]);
  const from = excerpt(dates[0] ?? "", MAX_DATE);
  const to = excerpt(dates[count - 1] ?? "", MAX_DATE);
  const last = priceWords(prices[count - 1] ?? 0);
  const words = `${from} to ${to}: last ${last}, low ${priceWords(low)}, high ${priceWords(high)}`;
  const fall = html`
    <path class="f" d="M0 ${FALL_TOP}${pathOf(band).replace("M", "L")}V${FALL_TOP}z" />
  `;
  const paths = html`
    <path class="l" d="${pathOf(line)}" />${fall}
  `;
  const box = `0 -4 ${WIDTH} ${HEIGHT + 6}`;
  const caption = `Close (log scale), ${words}. Below: fall from the highest close so far, at most ${
    percentWords(-deepest)
  }`;
  return html`<figure><svg viewBox="${box}" preserveAspectRatio="none" aria-hidden="true">${paths}</svg>${html`<figcaption>${caption}</figcaption>`}</figure>`;
}

/** The fall of each close from the highest so far, 0 or less. */
function fallsOf(closes: readonly number[]): number[] {
  let highest = 0;
  return closes.map((close) => {
    highest = Math.max(highest, close);
    return close / highest - 1;
  });
}

/** Relative coordinates without a space before a minus: nearly half the characters. */
function pathOf(points: readonly Point[]): string {
  let [x, y] = points[0] ?? [0, 0];
  let path = `M${x} ${y}l`;
  for (const [nextX, nextY] of points.slice(1)) {
    path += ` ${nextX - x} ${nextY - y}`;
    x = nextX;
    y = nextY;
  }
  return path.replaceAll(" -", "-").replace("l ", "l");
}

/** A price with four significant digits, in any currency. */
function priceWords(price: number): string {
  return price >= 1000 ? String(Math.round(price)) : String(Number(price.toPrecision(4)));
}
