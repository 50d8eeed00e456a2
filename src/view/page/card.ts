import { longDay } from "../../calendar/day.ts";
import { barsWords } from "../../run/bars.ts";
import { headlineOf } from "../../run/headline.ts";
import { EMBEDDED } from "../../run/manifest.ts";
import type { SavedFile } from "../../run/outcome.ts";
import type { Sparkline } from "../../run/sparkline.ts";
import { statesFalse } from "../../run/thesis_check.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { streakWords, TREND_NIGHTS } from "../../run/trend.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";
import { type Html, html, type HtmlValue } from "../../text/html.ts";
import type { Block, Fact } from "../block.ts";
import { blocksHtml } from "../block_html.ts";
import { thesisCheckWords } from "../check_words.ts";
import { withHints } from "../continue_command.ts";
import { sparkText } from "../history_blocks.ts";
import { cutBlocks, markdownBlocks, modelBlocks, thesisBlocks, thesisFacts } from "../thesis_blocks.ts";
import { fileAddress, signalWords } from "../thesis_view.ts";
import { whatChangedWords } from "./sections.ts";
import { companyWords, PAGE_FORM, percentWords, scoreWords, tickerWords } from "./formats.ts";
import { rankingFor, type ReportSurvey } from "./survey.ts";

const MAX_LINE = 1_000;
const MAX_QUESTION = 4_000;
/** Of the sentence below a name whose card is closed. */
const MAX_LEAD = 240;
const MAX_FILES = 12;
const MAX_FILE_NAME = 80;
const CUT = html`<small>cut here; whole in <code>theses.jsonl</code></small>`;
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/**
 * A collapsed card: a summary line, and the details below it.
 * @param row A row with a thesis.
 */
export function nameCard(row: ThesisRow, survey: ReportSurvey): Html {
  const { question = "", languageModel } = row;
  const change = survey.changeOf.get(row.row);
  const { shown, isCut } = cutBlocks(thesisBlocks(row), survey.reasoningChars);
  const form = { ...PAGE_FORM, typed: (text: string) => withHints(text, survey.input.manifest.options) };
  const isLead = ({ kind }: Block) => kind === "lead";
  const part = (look: string, content: HtmlValue) => html`<div class="${look}">${content}</div>`;
  const parts = [
    blocksHtml(shown.filter(isLead), PAGE_FORM),
    change && html`<p class="chg"><b>Changed</b> ${excerpt(whatChangedWords(change, survey), MAX_LINE)}</p>`,
    picture(row, survey),
    facts(row, survey),
    row.warnings.length > 0 && html`<p class="wrn"><b>Warning</b> ${excerpt(row.warnings.join("; "), MAX_LINE)}</p>`,
    part("why", [blocksHtml(shown.filter((block) => !isLead(block)), form), isCut && CUT]),
    languageModel && part("model", blocksHtml(modelBlocks(languageModel), PAGE_FORM)),
    question !== "" &&
    part("ask", [html`<b>Asked</b>`, blocksHtml(markdownBlocks(cut(question, MAX_QUESTION)), PAGE_FORM)]),
    files(row, survey),
  ];
  return html`<details>${summary(row, survey)}<div class="body" id="r${row.row}">${parts}</div></details>`;
}

/** The summary line of a card. */
function summary(row: ThesisRow, { changeOf, rankings }: ReportSurvey): Html {
  const isApart = row.frequency !== rankings[0]?.frequency;
  const dot = (words: string, look = "dot") => html`<i class="${look}">${words}</i>`;
  const warning = statesFalse(row.check) ? "contains an error" : row.warnings.length > 0 ? "warning" : "";
  const dots = [
    isApart && dot(barsWords(row.frequency)),
    changeOf.has(row.row) && dot("changed"),
    warning !== "" && dot(warning, "dot warn"),
  ];
  return html`<summary>${[
    html`<b class="tick">${tickerWords(row)}</b><span class="co">${companyWords(row)}</span><span>${dots}</span>`,
    html`<span class="sig">${signalWords(row.signal ?? "")}</span><span class="num">${scoreWords(row.score)}</span>`,
    html`<span class="num">${percentWords(row.drawdownProbability)}</span>`,
    html`<span class="lead">${excerpt(headlineOf(row), MAX_LEAD)}</span>`,
  ]}</summary>`;
}

/** A chart of the prices, or else the service's own image, if it is inline. */
function picture(row: ThesisRow, { input }: ReportSurvey): Html | undefined {
  const series = input.seriesOf?.(row);
  const chart = series && seriesChart(series);
  if (chart !== undefined) return chart;
  const image = input.imageOf?.(row);
  return image === undefined || !IMAGE.test(image) ? undefined : html`
    <figure><img src="${image}" alt="Chart of ${tickerWords(row)}" loading="lazy"></figure>
  `;
}

/** The figures of a name beside those of the run; the nights of its signal stand above a line of its scores. */
function facts(row: ThesisRow, survey: ReportSurvey): Html {
  const { medianDrawdown, input } = survey;
  const { scored = 0 } = rankingFor(survey, row) ?? {};
  const median = medianDrawdown === undefined ? "" : `the run's median is ${percentWords(medianDrawdown)}`;
  const place = row.rank === undefined ? "" : `rank ${counted(row.rank)} of ${counted(scored)}`;
  const beside: Readonly<Record<string, string>> = { "Drawdown risk": median, "Score": place };
  const known = thesisFacts(row).map((fact) => ({
    ...fact,
    note: [fact.note, beside[fact.name]].filter(Boolean).join("; "),
  }));
  const more: Fact[] = [
    { name: "Claims verified", words: verifiedWords(row) },
    { name: "Checked", words: thesisCheckWords(row.check) },
    { name: "Data as of", words: excerpt(longDay(row.asOf), MAX_FILE_NAME) },
  ];
  const { scores = [], streak } = input.trendOf?.(row) ?? {};
  const nights = streak && excerpt(streakWords(streak), MAX_LINE);
  const line = scores.length > 1 &&
    html`<br><small>Score, ${scores.length} nights, −1 to 1: ${
      sparkText(scores.map(({ score }) => score), TREND_NIGHTS)
    }</small>`;
  const facts = [...known, ...more.filter(({ words }) => words !== "")];
  return html`${blocksHtml([{ kind: "facts", facts }], PAGE_FORM)}${
    nights && html`<p class="chg"><b>Signal</b> ${nights}${line}</p>`
  }`;
}

function files({ files }: ThesisRow, survey: ReportSurvey): Html | undefined {
  if (files.length === 0) return undefined;
  const more = files.length - MAX_FILES;
  const links = files.slice(0, MAX_FILES).map((file) => fileLink(file, survey));
  return html`<p class="files">${links}${more > 0 && `and ${more} more`}</p>`;
}

/** Links a file of the run; a foreign SVG, which may hold a script, and a path outside `files/` are shown without a link. */
function fileLink({ path }: SavedFile, { input: { manifest } }: ReportSurvey): Html {
  const name = excerpt(path.split("/").at(-1) ?? "", MAX_FILE_NAME);
  const address = fileAddress(path, { isOurs: manifest.service.name === EMBEDDED });
  return address === undefined
    ? html`<span>${name}</span>`
    : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`;
}

/** Units of the chart, which the page scales. */
const WIDTH = 640;
const PRICE_HEIGHT = 120;
const DRAWDOWN_TOP = 136;
const DRAWDOWN_HEIGHT = 44;
const HEIGHT = DRAWDOWN_TOP + DRAWDOWN_HEIGHT;
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
  const falls = drawdownsOf(prices);
  const deepest = Math.min(...falls);
  const across = (at: number) => Math.round((at / (count - 1)) * WIDTH);
  const span = Math.log(high / low) || 1;
  const line = prices.map((close, at): Point => [across(at), Math.round(Math.log(high / close) / span * PRICE_HEIGHT)]);
  const depth = deepest === 0 ? 0 : DRAWDOWN_HEIGHT / deepest;
  const band = falls.map((fall, at): Point => [across(at), DRAWDOWN_TOP + Math.round(fall * depth)]);
  const from = excerpt(dates[0] ?? "", MAX_DATE);
  const to = excerpt(dates[count - 1] ?? "", MAX_DATE);
  const last = priceWords(prices[count - 1] ?? 0);
  const words = `${from} to ${to}: last ${last}, low ${priceWords(low)}, high ${priceWords(high)}`;
  const fall = html`
    <path class="f" d="M0 ${DRAWDOWN_TOP}${pathOf(band).replace("M", "L")}V${DRAWDOWN_TOP}z" />
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
function drawdownsOf(closes: readonly number[]): number[] {
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
