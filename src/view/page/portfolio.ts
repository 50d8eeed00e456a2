import type { Portfolio, PortfolioPosition } from "../../protocol/portfolio.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { byVarianceShare, portfolioMeasures, shareWords } from "../portfolio_words.ts";
import { chanceBar, companyWords, nameLink, percentWords, scoreBar, tickerWords } from "./formats.ts";
import { foldedProse, prose } from "./prose.ts";
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
  const held = `Held in the weights of the column “${excerpt(column, MAX_NAME)}”.`;
  const parts = figures === undefined ? [html`<p class="wrn"><b>No figures</b> ${prose(problem, MAX_WORDS)}.</p>`] : [
    measureTiles(figures),
    positionTable(figures, survey),
    reasoning !== "" && html`<div class="why">${foldedProse(reasoning, REASONING)}</div>`,
  ];
  return html`<section id="portfolio"><h2>Portfolio</h2><p class="note">${held}</p>${parts}</section>`;
}

function measureTiles(figures: Portfolio): Html {
  const tiles = portfolioMeasures(figures).map(({ name, words, note }) =>
    html`
      <div>
        <dt>${name}</dt>
        <dd><b>${words}</b><span>${prose(note, MAX_WORDS)}</span></dd>
      </div>
    `
  );
  return html`<dl class="tiles">${tiles}</dl>`;
}

function positionTable(figures: Portfolio, survey: ReportSurvey): Html {
  const rows = new Map(survey.theses.map((row) => [row.ticker, row]));
  const lines = byVarianceShare(figures).slice(0, POSITIONS.most)
    .map((position) => positionLine(position, { row: rows.get(position.ticker), survey }));
  const shown = lines.length === POSITIONS.shown + 1 ? lines.length : POSITIONS.shown;
  const folded = lines.slice(shown);
  const more = figures.positions.length - POSITIONS.most;
  const rest = html`<details class="more rest"><summary>${counted(folded.length)} more positions</summary>${
    table(folded)
  }${more > 0 && html`<p class="note">${counted(more)} more in the workbook.</p>`}</details>`;
  return html`<div class="held">${table(lines.slice(0, shown), totals(figures))}${folded.length > 0 && rest}</div>`;
}

function table(lines: readonly Html[], foot?: Html): Html {
  return html`
    <table>
      <thead><tr>
        <th scope="col">Position</th>
        <th scope="col" class="num">Weight</th>
        <th scope="col" class="num">Share of variance</th>
        <th scope="col" class="num">Its 15% fall</th>
      </tr></thead>
      <tbody>${lines}</tbody>
      ${foot}
    </table>
  `;
}

function positionLine(
  { ticker, weight, variance_share: share, missing = "" }: PortfolioPosition,
  { row, survey }: { readonly row: ThesisRow | undefined; readonly survey: ReportSurvey },
): Html {
  const name = row === undefined ? html`<b class="tick">${tickerWords({ ticker, row: 0 })}</b>` : nameLink(row, survey);
  const fall = row?.drawdownProbability;
  const part = share === undefined
    ? html`<span class="dim">${missing === "" ? "not measured" : excerpt(missing, MAX_NAME)}</span>`
    : html`${shareWords(share, 1)}${scoreBar(share)}`;
  return html`
    <tr>
      <th scope="row">${name} <span class="co">${row && companyWords(row)}</span></th>
      <td class="num">${shareWords(weight)}</td>
      <td class="num">${part}</td>
      <td class="num">${percentWords(fall)}${chanceBar(fall)}</td>
    </tr>
  `;
}

/** The sums of all positions, above and below the fold. */
function totals({ positions, gross, net }: Portfolio): Html {
  const shares = positions.flatMap(({ variance_share }) => variance_share ?? []);
  const sum = shares.length === 0 ? "" : shareWords(shares.reduce((total, share) => total + share, 0), 1);
  const sizes = [net !== undefined && `net ${shareWords(net)}`, gross !== undefined && `gross ${shareWords(gross)}`];
  return html`
    <tfoot>
      <tr>
        <th scope="row">All ${counted(positions.length)}</th>
        <td class="num">${sizes.filter((part) => part !== false).join(", ")}</td>
        <td class="num">${sum}</td>
        <td></td>
      </tr>
    </tfoot>
  `;
}
