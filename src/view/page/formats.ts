import { chanceWords } from "../../run/fall_chance.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { signalLook, signalWords } from "../signal_look.ts";
import { scoreWords as signed } from "../thesis_view.ts";
import { type Html, html } from "../../text/html.ts";
import { isInert } from "../../text/safe_name.ts";
import { isNumber, type ReportSurvey } from "./survey.ts";

const MAX_TICKER = 16;
const MAX_COMPANY = 60;

/** A signal as the service spells it, with its mark. */
export function signalMark(signal: string | undefined): Html | undefined {
  if (signal === undefined) return undefined;
  return html`<span class="sig ${signalLook(signal)}">${signalWords(signal)}</span>`;
}

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

/** A score like `+0.17`; empty without one. */
export function scoreWords(score: number | undefined): string {
  return isNumber(score) ? signed(score) : "";
}

/** A chance of a fall like `11%`, or a share; empty without one. */
export function percentWords(share: number | undefined): string {
  return isNumber(share) ? chanceWords(share) : "";
}

/** What the bars mean, wherever they are: their ends are the same in every run. */
export function barWords({ medianFall }: ReportSurvey): string {
  const median = medianFall === undefined ? "" : ` with a tick at the run's median, ${percentWords(medianFall)}`;
  return `Bars run from −1 to +1 for the score, and from 0 to 100% for the chance of a fall${median}.`;
}

/** A score as a bar to the left or right of 0, which ends at -1 and 1. */
export function scoreBar(score: number | undefined): Html | undefined {
  return isNumber(score) ? html`<i class="bar sb${sideOf(score)}" style="${scorePlace(score)}"></i>` : undefined;
}

/** The bar of a score above a note. */
export function scoreNote(score: number, note: string): Html {
  return html`<dd class="bar sb${sideOf(score)}" style="${scorePlace(score)}">${note}</dd>`;
}

/** A chance as a bar from 0 to 100%, with a tick at the run's median. */
export function chanceBar(share: number | undefined): Html | undefined {
  return isNumber(share) ? html`<i class="bar cb" style="${chancePlace(share)}"></i>` : undefined;
}

/** The bar of a chance above a note. */
export function chanceNote(share: number, note: string): Html {
  return html`<dd class="bar cb" style="${chancePlace(share)}">${note}</dd>`;
}

function sideOf(score: number): string {
  return score < 0 ? " neg" : "";
}

function scorePlace(score: number): string {
  const width = percentOf(Math.abs(score)) / 2;
  return `--l:${score < 0 ? 50 - width : 50}%;--w:${width}%`;
}

function chancePlace(share: number): string {
  return `--w:${percentOf(share)}%`;
}

/** A share as a whole percentage, clamped to 0 to 100. */
export function percentOf(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/**
 * The relative URL of a file of the run.
 * @param path As recorded by the run, with `/`.
 * @returns Percent-encoded; `undefined` for a path outside `files/`, and for a file in which a script may run.
 */
export function fileAddress(path: string): string | undefined {
  const [folder, ...names] = path.toWellFormed().split("/");
  const isSafe = folder === "files" && names.length > 0 && isInert(path) &&
    names.every((name) => name !== "" && name !== "." && name !== ".." && !name.includes("\\"));
  return isSafe ? [folder, ...names.map(encodeURIComponent)].join("/") : undefined;
}
