import type { SavedFile } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { whatChangedWords } from "./changes.ts";
import { seriesChart } from "./chart.ts";
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
      isNumber(fall) && chanceNote(fall, { survey, note: median }),
    ],
    ...[fact("Score", scoreWords(score)), isNumber(score) && scoreNote(score, { survey, note: place })],
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
