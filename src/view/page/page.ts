import { excerpt } from "../../text/control.ts";
import { Html, html } from "../../text/html.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { nameCard } from "./card.ts";
import { FAILURES_FILE } from "../continue_command.ts";
import { failuresSection } from "./failures.ts";
import { reportHead } from "./head.ts";
import { type ReportInput, type ReportSurvey, surveyReport } from "./survey.ts";
import { percentOf } from "./formats.ts";
import {
  alertsSection,
  businessSection,
  changesSection,
  checksSection,
  dataSection,
  groupsSection,
  methodSection,
  portfolioSection,
  riskSection,
  scoreSection,
  sectionHtml,
} from "./sections.ts";
import { REPORT_STYLE } from "./style.ts";
import { completeWords, serviceLine } from "./words.ts";
import { counted } from "../../text/counted.ts";

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const STYLE = new Html(`<style>${REPORT_STYLE.replaceAll("\n", "")}</style>`);
/** Cards per block; those after the first are folded. Of a list of one block every card is printed, on a page of its own. */
const BLOCK = 50;
const MAX_TITLE = 80;
/** The sections around the cards; one without content is neither on the page nor in its contents. */
const ABOVE = [
  { id: "risk", words: "Drawdown risk", make: riskSection },
  { id: "portfolio", words: "Portfolio", make: portfolioSection },
  { id: "alerts", words: "Alerts", make: alertsSection },
  { id: "changed", words: "What changed", make: changesSection },
  { id: "checks", words: "Checked", make: checksSection },
  { id: "score", words: "Ranking by score", make: scoreSection },
  { id: "business", words: "Business", make: businessSection },
  { id: "groups", words: "Groups", make: groupsSection },
] as const;
const NAMES = { id: "names", words: "Names" } as const;
const BELOW = [
  { id: "failures", words: "Not done", make: failuresSection },
  { id: "data", words: "Data", make: dataSection },
  { id: "method", words: "Method", make: methodSection },
] as const;
/** Column headings above the collapsed cards; hidden from screen readers, because each open card repeats them. */
const CARDS_HEAD = html`<p class="chead" aria-hidden="true">${[
  html`<span></span><span>Name</span><span class="co"></span><span></span><span>Signal</span>`,
  html`<span class="num">Score</span><span class="num">Drawdown risk</span>`,
]}</p>`;
const UNRANKED = "No thesis has a score, so the names are not ranked: confidence is not a rank.";
/** Files of a run that the page links to. */
const BESIDE = /^(?:theses|failures|changes|alerts)\.(?:csv|xlsx|jsonl|parquet)$/;

/** Renders a run as one self-contained page, without scripts, fonts or requests. */
export function reportPage(input: ReportInput): string {
  return [...reportPieces(input)].join("");
}

/** Renders the same page in pieces, so that a long one need not be in memory. */
export function* reportPieces(input: ReportInput): Generator<string, void, undefined> {
  const survey = surveyReport(input);
  const made = (sections: typeof ABOVE | typeof BELOW) =>
    sections.map(({ id, words, make }) => ({ id, words, part: sectionHtml(id, make(survey), survey) }))
      .filter(({ part }) => part !== undefined);
  const above = made(ABOVE);
  const below = made(BELOW);
  const nav = contents([...above, NAMES, ...below]);
  for (const part of [pageHead(survey), reportHead(survey), nav]) yield compact(part);
  yield "<main>";
  yield compact(html`${above.map(({ part }) => part)}`);
  yield* cardPieces(survey);
  yield compact(html`${below.map(({ part }) => part)}`);
  yield `</main>${compact(footer(survey))}</body></html>\n`;
}

/** Removes the formatter's indentation, each of which would be a text node; escaped text has no line breaks. */
function compact(part: Html): string {
  return String(part).replace(/\n\s*/g, "");
}

function pageHead(survey: ReportSurvey): Html {
  const { input: { manifest }, medianDrawdown = 0 } = survey;
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
  const median = `--m:${percentOf(medianDrawdown)}%`;
  const head = html`<head>${metas}<title>${title}</title>${STYLE}</head>`;
  return html`
    <!DOCTYPE html>
    <html lang="en" style="${median}">${head}<body>
  `;
}

function contents(sections: readonly { readonly id: string; readonly words: string }[]): Html {
  const items = sections.map(({ id, words }) => html`<li><a href="#${id}">${words}</a></li>`);
  return html`
    <nav aria-label="On this page">
      <ul>${items}</ul>
    </nav>
  `;
}

function* cardPieces(survey: ReportSurvey): Generator<string, void, undefined> {
  const shown = survey.theses.filter(({ row }) => survey.cards.has(row));
  yield String(
    html`<section id="names"><h2>Names</h2>${cardsNotes(survey)}<div class="${
      shown.length <= BLOCK ? "cards few" : "cards"
    }">${CARDS_HEAD}`,
  );
  for (let at = 0; at < shown.length; at += BLOCK) {
    const block = shown.slice(at, at + BLOCK);
    yield compact(blockHead(block, at));
    for (const row of block) yield `${compact(nameCard(row, survey))}\n`;
    yield at === 0 ? "</div>" : "</details>";
  }
  yield "</div></section>";
}

/** A link to a name, and a search on the page, open its block. */
function blockHead(block: readonly ThesisRow[], at: number): Html {
  return at === 0 ? html`<div>` : html`
    <details class="block">
      <summary>${counted(at + 1)} to ${counted(at + block.length)}</summary>
  `;
}

function cardsNotes(survey: ReportSurvey): Html[] {
  const { theses, cards, isCharted, scored, riskiest, input: { manifest: { options } } } = survey;
  if (theses.length === 0) return [html`<p class="note">No name has a thesis.</p>`];
  const isEach = cards.size === theses.length;
  const some = `Only names listed above have a card; all ${counted(theses.length)} theses are in the tables.`;
  const why = options.files === "none"
    ? html`no files were asked for (<code>--files none</code>).`
    : "no answer has a table of prices or a small PNG.";
  return [
    ...isEach ? [] : [html`<p class="note">${some}</p>`],
    ...scored > 0 ? [] : [html`<p class="note">${UNRANKED}</p>`],
    ...riskiest.length > 0 ? [] : [html`<p class="note">No thesis states a drawdown risk.</p>`],
    ...isCharted ? [] : [html`<p class="note">No charts: ${why}</p>`],
  ];
}

function footer(survey: ReportSurvey): Html {
  const { statuses, input: { manifest, rows, beside, folder } } = survey;
  const isEmpty = (name: string) => name === FAILURES_FILE && statuses.done === rows.length;
  const names = (beside ?? manifest.files.map(({ path }) => path)).filter((name) =>
    BESIDE.test(name) && !isEmpty(name)
  );
  const links = names.map((name) =>
    html`
      <a href="${name}" rel="noopener noreferrer">${name}</a>
    `
  );
  const tables = links.length > 0 && html`<p class="files">Files: ${links}</p>`;
  return html`<footer>${tables}<p>${serviceLine(survey)}</p><p>Made from ${
    excerpt(folder, MAX_TITLE)
  }. This is not investment advice.</p></footer>`;
}
