import type { DataNote, Manifest } from "../../run/manifest.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { shellWord } from "../../text/shell_word.ts";
import { taskCommand } from "../continue_command.ts";
import { dataNotice, placeWords, WHAT_BECAME } from "../data_notes.ts";
import { foldedList } from "./prose.ts";
import type { ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";

/** Problems above the fold. */
const MAX_SHOWN = 10;
const MAX_WORDS = 400;
const MAX_NAME = 120;

/** What was read of a folder of prices, and what was not; nothing for the sample and for another service. */
export function dataSection({ input: { manifest } }: ReportSurvey): Html | undefined {
  const { data, service } = manifest;
  if (data === undefined || service.isSample === true) return undefined;
  const { problems, more_problems: more } = data;
  return html`<section id="data"><h2>Data</h2>${[
    html`<p class="note">${excerpt(dataNotice(data), MAX_WORDS)}</p>`,
    foldedList(problems.map(noteItem), MAX_SHOWN),
    problems.length > 0 && allOfThem(manifest, more),
  ]}</section>`;
}

function noteItem({ kind, file, message, ...place }: DataNote): Html {
  const words = `${WHAT_BECAME[kind]}${placeWords(place)}: ${excerpt(message, MAX_WORDS)}`;
  return html`<li><b class="tick">${excerpt(file, MAX_NAME)}</b>: ${words}</li>`;
}

function allOfThem(manifest: Manifest, more: number): Html {
  const { data } = manifest.options;
  const folder = typeof data === "string" ? excerpt(shellWord(data), MAX_NAME) : "FOLDER";
  const command = `${taskCommand(manifest)} conviction data check ${folder}`;
  return html`<p class="note">${
    more > 0 && `${counted(more)} more. `
  }All files, one by one: <code>${command}</code></p>`;
}
