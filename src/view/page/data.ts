import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { shellWord } from "../../text/shell_word.ts";
import type { TableBlock } from "../block.ts";
import { taskCommand } from "../continue_command.ts";
import { dataNotice, placeWords, WHAT_BECAME } from "../data_notes.ts";
import { pageTable } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";

const MAX_WORDS = 400;
const MAX_NAME = 120;

/** What was read of a folder of prices, and what was not; nothing for the sample and for another service. */
export function dataSection(survey: ReportSurvey): Html | undefined {
  const { manifest: { data, service, options }, manifest } = survey.input;
  if (data === undefined || service.isSample === true) return undefined;
  const { problems, more_problems: more } = data;
  const table: TableBlock = {
    kind: "table",
    columns: [{ title: "File", look: "words" }, { title: "Note", look: "words" }],
    rows: problems.map(({ kind, file, message, ...place }) => [
      excerpt(file, MAX_NAME),
      `${WHAT_BECAME[kind]}${placeWords(place)}: ${message}`,
    ]),
  };
  const folder = typeof options.data === "string" ? excerpt(shellWord(options.data), MAX_NAME) : "FOLDER";
  const command = html`<code>${taskCommand(manifest)} conviction data check ${folder}</code>`;
  return html`<section id="data"><h2>Data</h2><p class="note">${excerpt(dataNotice(data), MAX_WORDS)}</p>${
    problems.length > 0 && [
      pageTable(table, survey, { shown: 10 }),
      html`<p class="note">${more > 0 && `${counted(more)} more. `}All files, one by one: ${command}</p>`,
    ]
  }</section>`;
}
