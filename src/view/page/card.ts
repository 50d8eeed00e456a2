import type { SavedFile } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { whatChangedWords } from "./changes.ts";
import {
  chanceNote,
  companyWords,
  countText,
  fileAddress,
  percentWords,
  scoreNote,
  scoreWords,
  signalMark,
  tickerWords,
} from "./formats.ts";
import { isNumber, type ReportSurvey } from "./survey.ts";
import type { Sparkline } from "../../run/sparkline.ts";

/** Drivers, and likewise risks, shown on a card. */
const MAX_LINES = 3;
const MAX_LINE = 320;
const MAX_REASONING = 600;
/** A word cut by the excerpt. */
const CUT_WORD = / \S*…$/;
const MAX_WARNING = 160;
const MAX_FILES = 12;
const MAX_FILE_NAME = 80;
const CHANGED = html`<i class="dot">changed</i>`;
const WARNED = html`<i class="dot warn">warning</i>`;
const NOTHING = html`<span></span>`;
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/**
 * A collapsed card: a summary line, and the details below it.
 * @param row A row with a thesis.
 */
export function nameCard(row: ThesisRow, survey: ReportSurvey): Html {
  const change = survey.changeOf.get(row.row);
  return html`<details>${summary(row, { isChanged: change !== undefined })}<div class="body" id="r${row.row}">${[
    ...[picture(row, survey), facts(row, survey)],
    change && html`<p class="chg"><b>Changed</b> ${whatChangedWords(change, survey)}</p>`,
    row.warnings.length > 0 && html`<p class="wrn"><b>Warning</b> ${excerpt(row.warnings.join("; "), MAX_WARNING)}</p>`,
    ...[lines("Drivers", row.drivers), lines("Risks", row.risks)],
    html`<p class="why">${excerpt(row.reasoning ?? "", MAX_REASONING).replace(CUT_WORD, " …")}</p>`,
    files(row),
  ]}</div></details>`;
}

/** The summary line of a card. */
function summary(row: ThesisRow, { isChanged }: { readonly isChanged: boolean }): Html {
  return html`<summary>${[
    html`<b class="tick">${tickerWords(row)}</b><span class="co">${companyWords(row)}</span>`,
    html`<span>${isChanged && CHANGED}${row.warnings.length > 0 && WARNED}</span>`,
    signalMark(row.signal) ?? NOTHING,
    html`<span class="num">${scoreWords(row.score)}</span><span class="num">${
      percentWords(row.drawdownProbability)
    }</span>`,
  ]}</summary>`;
}

/** A chart of the prices, or else the service's own image, if it is inline. */
function picture(row: ThesisRow, { input }: ReportSurvey): Html | undefined {
  const series = input.seriesOf?.(row);
  const chart = series && seriesChart(series);
  if (chart !== undefined) return chart;
  const image = input.imageOf?.(row);
  if (image === undefined || !IMAGE.test(image)) return undefined;
  return html`<figure><img src="${image}" alt="Chart of ${tickerWords(row)}" loading="lazy"></figure>`;
}

/** Uses few elements, because there are thousands of cards: a note on a figure also carries its bar. */
function facts(row: ThesisRow, survey: ReportSurvey): Html {
  const { medianFall, scored } = survey;
  const { drawdownProbability: fall, score, evidence, claimsTotal: total = 0, rank, confidence } = row;
  const median = medianFall === undefined ? "" : `the run's median is ${percentWords(medianFall)}`;
  const place = rank === undefined ? "" : `rank ${countText(rank)} of ${countText(scored)}`;
  return html`<dl class="facts">${[
    ...[
      fact("Chance of a 15 % fall", percentWords(fall)),
      isNumber(fall) && chanceNote(fall, median),
    ],
    ...[fact("Score", scoreWords(score)), isNumber(score) && scoreNote(score, place)],
    fact("Figures verified", total > 0 ? `${row.claimsVerified ?? 0} of ${total}` : ""),
    fact("Evidence", evidence && `${evidence.for} for, ${evidence.against} against`),
    fact("Confidence", confidence === undefined ? "" : String(Math.round(confidence * 1000) / 1000)),
    fact("Data as of", row.asOf && excerpt(row.asOf, MAX_FILE_NAME)),
  ]}</dl>`;
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
  const more = texts.length - MAX_LINES;
  return html`<div class="list"><h4>${title}</h4><ul>${
    texts.slice(0, MAX_LINES).map((text) => html`<li>${excerpt(text, MAX_LINE)}</li>`)
  }</ul>${more > 0 && html`<small>and ${more} more in the tables</small>`}</div>`;
}

function files({ files }: ThesisRow): Html | undefined {
  if (files.length === 0) return undefined;
  const more = files.length - MAX_FILES;
  return html`<p class="files">${files.slice(0, MAX_FILES).map(fileLink)}${more > 0 && `and ${more} more`}</p>`;
}

/** Links a file of the run; a path outside `files/` is shown without a link. */
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
  const [from, to] = [excerpt(dates[0] ?? "", MAX_DATE), excerpt(dates[count - 1] ?? "", MAX_DATE)];
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
    [x, y] = [nextX, nextY];
  }
  return path.replaceAll(" -", "-").replace("l ", "l");
}

/** A price with four significant digits, in any currency. */
function priceWords(price: number): string {
  return price >= 1000 ? String(Math.round(price)) : String(Number(price.toPrecision(4)));
}
