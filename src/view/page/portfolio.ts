import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { byVarianceShare, portfolioMeasures, positionsTable, shareWords } from "../portfolio_words.ts";
import { pageTable, tileList } from "./formats.ts";
import { foldedProse } from "./prose.ts";
import type { ReportSurvey } from "./survey.ts";

/** Positions above the fold, and in all; the workbook has every one. */
const POSITIONS = { shown: 12, most: 300 } as const;
const REASONING = { shown: 700, most: 8_000 } as const;
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
  const parts = figures === undefined ? [html`<p class="wrn"><b>No figures</b> ${excerpt(problem, MAX_WORDS)}.</p>`] : [
    tileList(portfolioMeasures(figures).map(({ name, words, note }) => ({ name, value: words, note }))),
    pageTable(positionsTable(byVarianceShare(figures), survey.theses), survey, { ...POSITIONS, rest: "the workbook" }),
    reasoning !== "" && html`<div class="why">${foldedProse(reasoning, REASONING)}</div>`,
  ];
  return html`<section id="portfolio"><h2>Portfolio</h2><p class="note">${held.join(", ")}.</p>${parts}</section>`;
}
