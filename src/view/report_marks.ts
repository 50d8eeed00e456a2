import type { ThesisRow } from "../run/thesis_row.ts";
import { excerpt } from "../text/control.ts";
import { type Html, html } from "../text/html.ts";
import { isNumber, type ReportSurvey } from "./report_survey.ts";

const MAX_TICKER = 16;
const MAX_COMPANY = 60;
const MAX_SIGNAL = 16;
/** A mark beside the word, so that no colour is needed to tell signals apart. */
const SIGNALS: readonly (readonly [words: RegExp, name: string, mark: string])[] = [
  [/^(?:bull(?:ish)?|(?:strong )?buy|long|positive|overweight|outperform)$/i, "up", "▲"],
  [/^(?:bear(?:ish)?|(?:strong )?sell|short|negative|underweight|underperform)$/i, "down", "▼"],
  [/^(?:neutral|hold|mixed|market ?perform)$/i, "flat", "■"],
];
const OTHER = ["other", "◇"] as const;

/** What a signal looks like: a class of the page's style, and a mark. */
export function signalLook(signal: string): readonly [name: string, mark: string] {
  const found = SIGNALS.find(([words]) => words.test(signal.trim()));
  return found === undefined ? OTHER : [found[1], found[2]];
}

/** A signal as it came, with its mark. */
export function signalMark(signal: string | undefined): Html | undefined {
  if (signal === undefined) return undefined;
  const [name, mark] = signalLook(signal);
  const word = excerpt(signal, MAX_SIGNAL).replaceAll("_", " ");
  return html`<span class="sig ${name}"><i aria-hidden="true">${mark}</i> ${word}</span>`;
}

/** The ticker as it is shown; a row without one is named by its number. */
export function tickerWords({ ticker, row }: Pick<ThesisRow, "ticker" | "row">): string {
  return excerpt(ticker, MAX_TICKER) || `row ${row}`;
}

/** The company as it is shown; empty without one. */
export function companyWords({ company = "" }: { readonly company?: string | undefined }): string {
  return excerpt(company, MAX_COMPANY);
}

/** The ticker, leading to its card where it has one. */
export function nameLink(row: Pick<ThesisRow, "ticker" | "row">, { cards }: ReportSurvey): Html {
  const words = tickerWords(row);
  return cards.has(row.row)
    ? html`<a class="tick" href="#r${row.row}">${words}</a>`
    : html`<b class="tick">${words}</b>`;
}

/** A score like `+0.17`; nothing without one. */
export function scoreWords(score: number | undefined): string {
  if (!isNumber(score)) return "";
  const digits = Math.abs(score).toFixed(2);
  return Number(digits) === 0 ? "0.00" : `${score < 0 ? "−" : "+"}${digits}`;
}

/** A share like `11 %`; nothing without one. */
export function percentWords(share: number | undefined): string {
  return isNumber(share) ? `${Math.round(share * 100)} %` : "";
}

/** A count like `3,249`. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A score as a bar to the left or the right of 0; the widest of the run fills its side. */
export function scoreBar(score: number | undefined, { widestScore }: ReportSurvey): Html | undefined {
  if (!isNumber(score)) return undefined;
  const width = Math.round((Math.abs(score) / widestScore) * 50);
  const left = score < 0 ? 50 - width : 50;
  return html`<i class="sb ${score < 0 ? "neg" : "pos"}" style="--l:${left}%;--w:${width}%"></i>`;
}

/** A chance as a bar, the highest of the run as the whole; a tick stands at the run's median, where there is one. */
export function chanceBar(share: number | undefined, { widestFall }: ReportSurvey): Html | undefined {
  return isNumber(share) ? html`<i class="cb" style="--w:${percentOf(share / widestFall)}%"></i>` : undefined;
}

/** 0 to 100, whatever a service says. */
export function percentOf(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/**
 * The address of a file of the run, as it may stand in a link.
 * @param path As the run has it, with `/`.
 * @returns Percent-encoded; nothing for what is not below `files/`.
 */
export function fileAddress(path: string): string | undefined {
  const [folder, ...names] = path.toWellFormed().split("/");
  const isSafe = folder === "files" && names.length > 0 &&
    names.every((name) => name !== "" && name !== "." && name !== ".." && !name.includes("\\"));
  return isSafe ? [folder, ...names.map(encodeURIComponent)].join("/") : undefined;
}
