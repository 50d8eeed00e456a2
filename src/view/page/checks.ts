import { statesFalse } from "../../run/thesis_check.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { checkedWords } from "../check_words.ts";
import type { TableBlock } from "../block.ts";
import { pageTable } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";

/** Names whose theses state something false, above the fold and in all. */
const NAMES = { shown: 10, most: 200 } as const;
const MAX_WORDS = 300;

/** Which theses state something that the user's own data contradict; nothing in a run that checks nothing. */
export function checksSection(survey: ReportSurvey): Html | undefined {
  const { verify } = survey.input.manifest;
  if (verify === undefined) return undefined;
  const wrong = survey.theses.flatMap((row) => statesFalse(row.check) ? [{ row, check: row.check }] : []);
  const table: TableBlock = {
    kind: "table",
    columns: [{ title: "Name", look: "name" }, { title: "First error", look: "words" }],
    rows: wrong.map(({ row, check }) => [
      { name: row.ticker, note: row.company ?? "", row: row.row },
      check.firstFalse ?? "",
    ]),
  };
  return html`<section id="checks"><h2>Checked</h2><p class="note">${checkedWords(verify)}. ${
    excerpt(verify.notice, MAX_WORDS)
  }</p>${wrong.length > 0 && pageTable(table, survey, { ...NAMES, rest: "theses.csv, column first_false" })}</section>`;
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
