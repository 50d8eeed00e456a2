import { changeWords } from "../../compare/change_words.ts";
import type { RowChange } from "../../compare/comparison.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { DIFFERENT_SETTINGS, runChanges } from "../run_changes.ts";
import { pageTable } from "./formats.ts";
import { MAX_CHANGES, type ReportSurvey } from "./survey.ts";

const MAX_WORDS = 320;

/** The changes since an earlier run, if there is one; differences of settings come first. */
export function changesSection(survey: ReportSurvey): Html | undefined {
  const { comparison } = survey.input;
  if (comparison === undefined) return undefined;
  const { lines, settings, changes } = runChanges(comparison);
  const rest = html`<code>changes.csv</code>`;
  return html`<section id="changed"><h2>What changed</h2>${[
    settings && html`<div class="alert"><b>${DIFFERENT_SETTINGS}</b>${pageTable(settings, survey)}</div>`,
    lines.map((line) => html`<p>${line}</p>`),
    changes && pageTable(changes, survey, { shown: 10, most: MAX_CHANGES, rest }),
  ]}</section>`;
}

/** The words for a change, as one line. */
export function whatChangedWords(change: RowChange, { input }: ReportSurvey): string {
  return excerpt((input.whatChanged ?? changeWords)(change), MAX_WORDS);
}
