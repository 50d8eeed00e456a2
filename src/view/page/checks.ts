import { statesFalse } from "../../run/thesis_check.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { checkedWords } from "../check_words.ts";
import { nameLink } from "./formats.ts";
import { foldedList } from "./prose.ts";
import type { ReportSurvey } from "./survey.ts";

/** Names whose theses state something false, above the fold and in all. */
const NAMES = { shown: 10, most: 200 } as const;
const MAX_WORDS = 300;

/** Which theses state something that the user's own data contradict; nothing in a run that checks nothing. */
export function checksSection(survey: ReportSurvey): Html | undefined {
  const { verify } = survey.input.manifest;
  if (verify === undefined) return undefined;
  const wrong = survey.theses.flatMap((row) => statesFalse(row.check) ? [{ row, check: row.check }] : []);
  const items = wrong.slice(0, NAMES.most).map(({ row, check: { firstFalse = "" } }) =>
    html`<li>${nameLink(row, survey)} ${excerpt(firstFalse, MAX_WORDS)}</li>`
  );
  const more = wrong.length - NAMES.most;
  return html`<section id="checks"><h2>Checked</h2>${[
    html`<p class="note">${checkedWords(verify)}. ${excerpt(verify.notice, MAX_WORDS)}</p>`,
    foldedList(items, NAMES.shown),
    more > 0 && html`<p class="note">${counted(more)} more in theses.csv, column first_false.</p>`,
  ]}</section>`;
}

/** One line below the verdict of the page; nothing in a run that checks nothing. */
export function checksVerdict({ input: { manifest: { verify } } }: ReportSurvey): Html | undefined {
  if (verify === undefined) return undefined;
  const isWrong = verify.stating_false > 0;
  const isDecided = verify.claims_proven + verify.claims_false > 0; // a tick for unknown claims would say too much
  const look = isWrong ? "bad" : isDecided ? "ok" : "amber";
  const [against = "", ...found] = checkedWords(verify).split(": ");
  return html`<p class="verdict ${look}"><b>${look === "ok" ? "✓" : "⚠"} ${against}:</b> ${found.join(": ")}${
    isWrong && html`. <a href="#checks">Which, and why</a>`
  }</p>`;
}
