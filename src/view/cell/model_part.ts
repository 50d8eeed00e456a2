import type { LanguageModelReport } from "../../protocol/language_model.ts";
import { chosenTitle, COMMENT_TITLE, NOTES_TITLE } from "../../protocol/model_paragraphs.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import type { View } from "../lines.ts";
import { modelLine } from "../model_words.ts";

const MAX_TITLE = 120;
const MAX_SENTENCES = 40;
const MAX_SENTENCE = 1_000;
const BOX = "margin:12px 0 0;padding:2px 12px;border-left:3px solid;border-color:#8888";
const TITLE = "margin:8px 0 2px;font-weight:600";
const SMALL = "margin:4px 0 8px;font-size:13px;opacity:.8";

/** What a language model added to an answer, apart from the thesis; nothing where none was asked. */
export function modelPart(report: LanguageModelReport | undefined): View | undefined {
  if (report === undefined) return undefined;
  const parts = [
    { title: chosenTitle(report), sentences: report.answer, style: "" },
    { title: COMMENT_TITLE, sentences: report.comments ?? [], style: "font-style:italic" },
    { title: NOTES_TITLE, sentences: report.notes ?? [], style: "" },
  ].filter(({ sentences }) => sentences.length > 0)
    .map(({ title, sentences, style }) => ({ title: excerpt(title, MAX_TITLE), words: joined(sentences), style }));
  const line = `${modelLine(report)}.`;
  const shown = (title: string, words: string, style: string): Html =>
    html`
      <p style="${TITLE}">${title}</p>
      <p style="margin:2px 0;${style}">${words}</p>
    `;
  return {
    text: [...parts.map(({ title, words }) => `${title}: ${words}`), line].join("\n"),
    html: html`<section style="${BOX}">${
      parts.map(({ title, words, style }) => shown(title, words, style))
    }${html`<p style="${SMALL}">${line}</p>`}</section>`,
  };
}

function joined(sentences: readonly string[]): string {
  const left = sentences.length - MAX_SENTENCES;
  const shown = sentences.slice(0, MAX_SENTENCES).map((sentence) => excerpt(sentence, MAX_SENTENCE)).join(" ");
  return left > 0 ? `${shown} … and ${left} more` : shown;
}
