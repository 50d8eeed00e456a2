import { excerpt, oneLine } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { bolded, markdownLines, PAGE_FORM } from "../figure_table.ts";

/** A text this much longer than wanted is not worth a fold. */
const SLACK = 1.25;
const SENTENCE_END = /^[\s\S]*[.!?](?= )/;
const WORD_END = /^[\s\S]*(?= )/;

/** The start of a text from outside as one line, which says where the rest is when it is cut. */
export function wholeProse(text: string, maxChars: number): Html {
  const line = excerpt(text, maxChars);
  return html`${line}${line.endsWith("…") && !text.trimEnd().endsWith("…") && CUT}`;
}

const CUT = html`
  <small>cut here; whole in <code>theses.jsonl</code></small>
`;

/** How much of a long text is shown. */
interface FoldOptions {
  /** Characters that are shown at once; the text breaks behind a sentence. */
  readonly shown: number;
  /** Characters in all. */
  readonly most: number;
}

/** A text as paragraphs, of which the later ones open on request and are printed. */
export function foldedProse(text: string, { shown, most }: FoldOptions): Html {
  const lines = text.slice(0, most).split(/\r?\n/).map(oneLine).filter((line) => line !== "");
  const isCut = text.length > most;
  const at = lines.findIndex((_, index) => lengthOf(lines.slice(0, index + 1)) > shown * SLACK);
  if (at < 0) return html`${paragraphs(lines)}${isCut && CUT}`;
  const line = lines[at] ?? "";
  const first = startOf(line, shown - lengthOf(lines.slice(0, at)));
  const rest = [line.slice(first.length).trim(), ...lines.slice(at + 1)].filter((one) => one !== "");
  return html`${paragraphs([...lines.slice(0, at), first].filter((one) => one !== ""))}${
    rest.length > 0 &&
    html`<details class="more rest"><summary>Read on</summary>${paragraphs(rest)}${isCut && CUT}</details>`
  }`;
}

/** The start of a line up to the end of a sentence, or else of a word. */
function startOf(line: string, chars: number): string {
  const head = line.slice(0, Math.max(0, chars));
  const sentence = SENTENCE_END.exec(head)?.[0] ?? "";
  return sentence.length * 2 > head.length ? sentence : WORD_END.exec(head)?.[0] ?? head;
}

/** Items of a list, of which the later ones open on request. */
export function foldedList(items: readonly Html[], shown: number): Html {
  const list = (some: readonly Html[]) => html`<ul class="plain">${some}</ul>`;
  const folded = items.slice(shown);
  const more = html`<summary>${counted(folded.length)} more</summary>`;
  return html`${items.length > 0 && list(items.slice(0, shown))}${
    folded.length > 0 && html`<details class="more rest">${more}${list(folded)}</details>`
  }`;
}

function paragraphs(lines: readonly string[]): Html[] {
  return markdownLines(lines, (line) => html`<p>${bolded(excerpt(line, Infinity))}</p>`, PAGE_FORM);
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}
