import { excerpt } from "../../text/control.ts";
import { Html, html } from "../../text/html.ts";
import { nameCard } from "./card.ts";
import { changesSection } from "./changes.ts";
import { failuresSection } from "./failures.ts";
import { reportHead } from "./head.ts";
import type { ReportInput } from "./input.ts";
import { groupTable, riskList, scoreLists } from "./lists.ts";
import { nameMap } from "./map.ts";
import { countText, percentOf } from "./formats.ts";
import { methodSection } from "./method.ts";
import { REPORT_STYLE } from "./style.ts";
import { type ReportSurvey, surveyReport } from "./survey.ts";
import { completeWords } from "./words.ts";

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const STYLE = new Html(`<style>${REPORT_STYLE.replaceAll("\n", "")}</style>`);
/** Cards per block; a browser lays out a block when it scrolls near. */
const BLOCK = 50;
const MAX_TITLE = 80;
const CONTENTS = {
  ...{ changed: "What changed", score: "Best and worst", risk: "Riskiest", groups: "Groups" },
  ...{ names: "Names", failures: "Not done", method: "Method" },
} as const;
/** Column headings above the collapsed cards; hidden from screen readers, because each open card repeats them. */
const CARDS_HEAD = html`<p class="chead" aria-hidden="true">${[
  html`<span></span><span>Name</span><span class="co"></span><span></span><span>Signal</span>`,
  html`<span class="num">Score</span><span class="num">15&nbsp;% fall</span>`,
]}</p>`;
/** Files of a run that the page links to. */
const BESIDE = /^(?:theses|failures|changes|alerts)\.(?:csv|xlsx|jsonl|parquet)$/;

/**
 * Renders a run as one self-contained page, without scripts, fonts or requests.
 */
export function reportPage(input: ReportInput): string {
  return [...reportPieces(input)].join("");
}

/**
 * Renders the same page in pieces, so that a long one need not be in memory.
 */
export function* reportPieces(input: ReportInput): Generator<string, void, undefined> {
  const survey = surveyReport(input);
  for (const part of [pageHead(survey), reportHead(survey), contents(survey)]) yield compact(part);
  yield "<main>";
  for (const part of [changesSection, scoreSection, riskList, groupTable]) yield compact(html`${part(survey)}`);
  yield* cardPieces(survey);
  yield compact(failuresSection(survey));
  yield compact(methodSection(survey));
  yield `</main>${compact(footer(survey))}</body></html>\n`;
}

/** Removes the formatter's indentation, each of which would be a text node; escaped text has no line breaks. */
function compact(part: Html): string {
  return String(part).replace(/\n\s*/g, "");
}

function pageHead(survey: ReportSurvey): Html {
  const { input: { manifest }, medianFall = 0 } = survey;
  const title = excerpt(`${completeWords(survey).split(":")[0]}: ${manifest.input.name}`, MAX_TITLE);
  const metas = [
    html`
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    `,
    html`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    html`
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
    `,
  ];
  const median = `--m:${percentOf(medianFall)}%`;
  const head = html`<head>${metas}<title>${title}</title>${STYLE}</head>`;
  return html`
    <!DOCTYPE html>
    <html lang="en" style="${median}">${head}<body>
  `;
}

function contents({ input: { group } }: ReportSurvey): Html {
  const links = Object.entries(CONTENTS).filter(([id]) => id !== "groups" || group !== undefined);
  const items = links.map(([id, words]) => html`<li><a href="#${id}">${words}</a></li>`);
  return html`
    <nav aria-label="On this page">
      <ul>${items}</ul>
    </nav>
  `;
}

/** The lists by score and the map. */
function scoreSection(survey: ReportSurvey): Html {
  return html`${scoreLists(survey)}${nameMap(survey)}`;
}

function* cardPieces(survey: ReportSurvey): Generator<string, void, undefined> {
  const shown = survey.theses.filter(({ row }) => survey.cards.has(row));
  yield String(html`<section id="names"><h2>Names</h2>${cardsNote(survey)}<div class="cards">${CARDS_HEAD}`);
  for (let at = 0; at < shown.length; at += BLOCK) {
    yield "<div>";
    for (const row of shown.slice(at, at + BLOCK)) yield `${compact(nameCard(row, survey))}\n`;
    yield "</div>";
  }
  yield "</div></section>";
}

function cardsNote({ theses, cards }: ReportSurvey): Html | undefined {
  if (theses.length === 0) return html`<p class="note">No name has a thesis.</p>`;
  if (cards.size === theses.length) return undefined;
  const words = `Only names listed above have a card; all ${countText(theses.length)} theses are in the tables.`;
  return html`<p class="note">${words}</p>`;
}

function footer({ input: { manifest, beside, folder } }: ReportSurvey): Html {
  const names = (beside ?? manifest.files.map(({ path }) => path)).filter((name) => BESIDE.test(name));
  const links = names.map((name) =>
    html`
      <a href="${name}" rel="noopener noreferrer">${name}</a>
    `
  );
  const tables = links.length > 0 && html`<p class="files">Files: ${links}</p>`;
  return html`<footer>${tables}<p>Made from ${excerpt(folder, MAX_TITLE)}. This is not investment advice.</p></footer>`;
}
