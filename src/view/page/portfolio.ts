import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { answerHtml, element } from "../block_html.ts";
import { byVarianceShare, portfolioMeasures, positionsTable, shareWords } from "../portfolio_words.ts";
import { cutBlocks, markdownBlocks } from "../thesis_blocks.ts";
import { PAGE_FORM, pageTable, tileList } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";

/** Positions above the fold, and in all; the workbook has every one. */
const POSITIONS = { shown: 12, most: 300 } as const;
const MAX_REASONING = 8_000;
const MAX_WORDS = 300;
const MAX_NAME = 60;

/** The card of the list's own portfolio; nothing when the list has no weights. */
export function portfolioSection(survey: ReportSurvey): Html | undefined {
  const { portfolio } = survey.input.manifest;
  if (portfolio === undefined) return undefined;
  const { figures, reasoning = "", column, problem = "" } = portfolio;
  const { gross, net } = figures ?? {};
  const sizes = [net !== undefined && `net ${shareWords(net)}`, gross !== undefined && `gross ${shareWords(gross)}`];
  const held = [`Weights from column “${excerpt(column, MAX_NAME)}”`, ...sizes].filter((part) => part !== false);
  const said = answerHtml(cutBlocks(markdownBlocks(reasoning), MAX_REASONING).shown, PAGE_FORM);
  const parts = figures === undefined ? [html`<p class="wrn"><b>No figures</b> ${excerpt(problem, MAX_WORDS)}.</p>`] : [
    tileList(portfolioMeasures(figures).map(({ name, words, note }) => ({ name, value: words, note }))),
    pageTable(positionsTable(byVarianceShare(figures), survey.theses), survey, { ...POSITIONS, rest: "the workbook" }),
    reasoning !== "" && element("details", PAGE_FORM.fold, [html`<summary>The portfolio in words</summary>`, said]),
  ];
  return html`<section id="portfolio"><h2>Portfolio</h2><p class="note">${held.join(", ")}.</p>${parts}</section>`;
}
