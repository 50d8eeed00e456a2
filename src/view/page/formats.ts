import { chanceWords } from "../../run/drawdown_chance.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { scoreWords as signed } from "../thesis_view.ts";
import { Html, html } from "../../text/html.ts";
import type { BlockColumn, NameCell } from "../block.ts";
import type { Form } from "../block_html.ts";
import { isNumber, type ReportSurvey } from "./survey.ts";

const MAX_TICKER = 16;
const MAX_COMPANY = 60;

/** The ticker for display; a row without one shows its number. */
export function tickerWords({ ticker, row }: Pick<ThesisRow, "ticker" | "row">): string {
  return excerpt(ticker, MAX_TICKER) || `row ${row}`;
}

/** The company for display; empty without one. */
export function companyWords({ company = "" }: { readonly company?: string | undefined }): string {
  return excerpt(company, MAX_COMPANY);
}

/** The ticker, linked to its card if it has one. */
export function nameLink(row: Pick<ThesisRow, "ticker" | "row">, { cards }: ReportSurvey): Html {
  const words = tickerWords(row);
  return cards.has(row.row)
    ? html`<a class="tick" href="#r${row.row}">${words}</a>`
    : html`<b class="tick">${words}</b>`;
}

/** The page's form: names are links to their cards. */
export function pageForm(survey: ReportSurvey): Form {
  const nameOf = ({ name, note, row }: NameCell) =>
    html`${
      row === undefined
        ? html`<b class="tick">${tickerWords({ ticker: name, row: 0 })}</b>`
        : nameLink({ ticker: name, row }, survey)
    } <span class="co">${companyWords({ company: note })}</span>`;
  return { ...PAGE_FORM, nameOf };
}

/** On the page, which has a style sheet. */
export const PAGE_FORM: Form = {
  table: 'class="blk"',
  words: 'class="w"',
  figure: 'class="num"',
  name: 'class="w"',
  isLabelled: true,
  lead: 'class="lead"',
  text: "",
  title: ["h3", ""],
  list: 'class="plain"',
  small: 'class="note"',
  facts: ['class="facts"', "", "", "", 'class="note"'],
  tiles: ['class="tiles"', "", "", "", 'class="note"'],
  details: ['class="rests"', "", "", "", ""],
  fold: 'class="more"',
  barOf,
};

/** A score like `+0.17`; empty without one. */
export function scoreWords(score: number | undefined): string {
  return isNumber(score) ? signed(score) : "";
}

/** A chance of a fall like `11%`, or a share; empty without one. */
export function percentWords(share: number | undefined): string {
  return isNumber(share) ? chanceWords(share) : "";
}

/** What the bars mean, wherever they are: their ends are the same in every run. */
export function barWords({ medianDrawdown: at }: ReportSurvey): string {
  const median = at === undefined ? "" : `; the tick marks this list's median, ${percentWords(at)}`;
  return `Score bars run from −1 to +1, drawdown bars from 0 to 100%${median}.`;
}

/** A score as a bar to the left or right of 0, which ends at -1 and 1; a chance from 0 to 100%, with a tick at the median. */
function barOf(value: number, look: BlockColumn["look"]): Html | undefined {
  const width = percentOf(Math.abs(value));
  if (look === "chance") return new Html(`<i class="bar cb" style="--w:${width}%"></i>`);
  if (look !== "score") return undefined;
  const left = value < 0 ? 50 - width / 2 : 50;
  return new Html(`<i class="bar sb${value < 0 ? " neg" : ""}" style="--l:${left}%;--w:${width / 2}%"></i>`);
}

/** A share as a whole percentage, clamped to 0 to 100. */
export function percentOf(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}
