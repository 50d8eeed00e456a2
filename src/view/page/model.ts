import { chosenTitle, COMMENT_TITLE, NOTES_TITLE } from "../../protocol/model_paragraphs.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { modelLine } from "../model_words.ts";
import { wholeProse } from "./prose.ts";

const MAX_TITLE = 120;
const MAX_TEXT = 4_000;

/** What a language model added to an answer, in a frame of its own; nothing where none was asked. */
export function modelFrame({ languageModel }: ThesisRow): Html | undefined {
  if (languageModel === undefined) return undefined;
  const { answer, comments = [], notes = [] } = languageModel;
  const part = (title: string, sentences: readonly string[]) =>
    sentences.length > 0 &&
    html`
      <h4>${excerpt(title, MAX_TITLE)}</h4>
      <p>${wholeProse(sentences.join(" "), MAX_TEXT)}</p>
    `;
  const line = `${modelLine(languageModel)}.`;
  return html`<div class="model">${[
    part(chosenTitle(languageModel), answer),
    comments.length > 0 && html`<div class="own">${part(COMMENT_TITLE, comments)}</div>`,
    part(NOTES_TITLE, notes),
    html`<small>${line}</small>`,
  ]}</div>`;
}
