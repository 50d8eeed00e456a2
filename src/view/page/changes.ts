import { changeCountWords, changeWords, kindWords, SETTING_WORDS } from "../../compare/change_words.ts";
import type { Comparison, RowChange } from "../../compare/comparison.ts";
import { excerpt, oneLine } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";

import { companyWords, nameLink, tickerWords } from "./formats.ts";
import { prose } from "./prose.ts";
import { MAX_CHANGES, type ReportSurvey } from "./survey.ts";
import { timeWords } from "../progress_line.ts";
import { counted } from "../../text/counted.ts";

/** Changes shown without expanding. */
const MAX_OPEN = 10;
const MAX_WORDS = 320;
const MAX_SETTING = 120;
const MAX_RUN_ID = 60;

/** The changes since an earlier run, if there is one; differences of settings come first. */
export function changesSection(survey: ReportSurvey): Html | undefined {
  const { comparison } = survey.input;
  if (comparison === undefined) return undefined;
  const parts = [compared(comparison), differences(comparison), changeList(comparison, survey)];
  return html`<section id="changed"><h2>What changed</h2>${parts}</section>`;
}

/** The words for a change, as one line. */
export function whatChangedWords(change: RowChange, { input }: ReportSurvey): string {
  return excerpt((input.whatChanged ?? changeWords)(change), MAX_WORDS);
}

function compared(comparison: Comparison): Html {
  const { earlier, compared } = comparison;
  const data = earlier.asOf === undefined ? "" : `, whose data ends ${oneLine(earlier.asOf)}`;
  const id = html`<span class="dim">(${excerpt(earlier.runId, MAX_RUN_ID)})</span>`;
  const changes = html`<b>${changeCountWords(comparison)}</b>`;
  const both = `, of ${counted(compared)} names with a thesis in both runs.`;
  return html`<p>Since the run of ${timeWords(earlier.startedAt)}${data} ${id}: ${changes}${both}</p>`;
}

function differences({ differences }: Comparison): Html | undefined {
  if (differences.length === 0) return undefined;
  const items = differences.map(({ setting, before, after }) => {
    const name = SETTING_WORDS[setting];
    const words = [
      html`
        <del>${excerpt(before, MAX_SETTING)}</del> →
      `,
      html`<ins>${excerpt(after, MAX_SETTING)}</ins>`,
    ];
    return html`
      <div>
        <dt>${name.charAt(0).toUpperCase() + name.slice(1)}</dt>
        <dd>${words}</dd>
      </div>
    `;
  });
  const note = html`<p><b>The two runs used different settings.</b> This alone can explain the changes below.</p>`;
  return html`<div class="alert">${note}<dl>${items}</dl></div>`;
}

function changeList({ changes }: Comparison, survey: ReportSurvey): Html | undefined {
  if (changes.length === 0) return undefined;
  const items = changes.slice(0, MAX_CHANGES).map((change) => changeLine(change, survey));
  const first = items.slice(0, MAX_OPEN);
  const folded = items.slice(MAX_OPEN);
  const more = changes.length - MAX_CHANGES;
  const list = html`<ol class="changes">${first}</ol>`;
  const title = html`<summary>${counted(folded.length)} more, less important</summary>`;
  const rest = html`<details class="more">${title}<ol class="changes">${folded}</ol></details>`;
  const note = html`<p class="note">${counted(more)} more in <code>changes.csv</code>.</p>`;
  return html`${list}${folded.length > 0 && rest}${more > 0 && note}`;
}

function changeLine(change: RowChange, survey: ReportSurvey): Html {
  const { ticker, kinds, after } = change;
  const name = after === undefined
    ? html`<b class="tick">${tickerWords({ ticker, row: 0 })}</b>`
    : nameLink({ ticker, row: after.row }, survey);
  const words = prose(whatChangedWords(change, survey), MAX_WORDS);
  const marks = kinds.map((kind) =>
    html`
      <span class="kind ${kind}">${kindWords(kind, change)}</span>
    `
  );
  const company = html`<span class="co">${companyWords(change)}</span>`;
  return html`
    <li>
      <div>${name} ${company}</div>
      <div>${marks}</div>
      <p>${words}</p>
    </li>
  `;
}
