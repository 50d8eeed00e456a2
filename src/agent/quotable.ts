import { MAX_QUOTE_CHARS, MIN_QUOTE_CHARS } from "../data/metrics/quotes.ts";
import { wordsOfTerm } from "../data/text_topics.ts";
import { sentencesOf, type Stretch } from "../data/texts/sentences.ts";

/** What would be no text where it is shown: controls, marks that turn or hide it, spaces other than one blank. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]| {2}/u;
/** What a page, a terminal or Markdown would read as markup or as a link. */
const MARKUP = /[<>`*_[\]|\\~^]|:\/\/|\bwww\.|&#?\w+;/i;
/** A sentence, and no heading, piece of a table or question. */
const WHOLE = /^["'“‘(]*[\p{Lu}\p{Nd}$€£].*[.!]["'”’)]*$/u;
const ENDED = /[.?!]["'”’)\]]*$/;

/** Whether a sentence can be shown between quotation marks, exactly as it is, wherever an answer is shown. */
export function isQuotable(sentence: string): boolean {
  return sentence.length >= MIN_QUOTE_CHARS && sentence.length <= MAX_QUOTE_CHARS && WHOLE.test(sentence) &&
    isPlain(sentence);
}

/** Whether a text is shown as it is, and closes no quotation around it. */
export function isPlain(text: string): boolean {
  if (UNSEEN.test(text) || MARKUP.test(text)) return false;
  let depth = 0;
  for (const mark of text.match(/[“”]/g) ?? []) {
    depth += mark === "“" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * The sentences of a stretch of a text that can be quoted. What follows a line that does not end a sentence is none: it
 * may go on with it.
 */
export function quotableIn(text: string, stretch: Stretch = { start: 0, end: text.length }): readonly Stretch[] {
  return sentencesOf(text, stretch).filter(({ start, end }) =>
    isQuotable(text.slice(start, end)) && beginsAt(text, start) && isEndedAt(text, end)
  );
}

/** Whether a sentence begins at a place: the words before it on its line, or the line before, are ended. */
function beginsAt(text: string, start: number): boolean {
  const lineAt = text.lastIndexOf("\n", start - 1) + 1;
  if (start > 0 && text.slice(lineAt, start).trim() !== "") return true; // the split on one line has seen to it
  const before = text.slice(Math.max(0, lineAt - 2 * MAX_QUOTE_CHARS), Math.max(0, lineAt - 1));
  const line = before.slice(before.lastIndexOf("\n") + 1).trim();
  return line === "" || ENDED.test(line) && sentencesOf(`${line} Next`).length > sentencesOf(line).length;
}

/** Whether the text goes on with another sentence: a full stop before a small letter ends none. */
function isEndedAt(text: string, end: number): boolean {
  return end >= text.length || /\s/.test(text.charAt(end));
}

/** Whether a sentence holds a term. */
export type Holds = (sentence: string) => boolean;

/** For each term, whether a sentence holds one of its words. */
export function termTests(terms: readonly string[]): readonly Holds[] {
  return terms.map((term): Holds => {
    const wanted = wordsOfTerm(term).map((words) => ` ${singular(words)} `);
    return (sentence) => {
      const words = ` ${singular(sentence)} `;
      return wanted.some((one) => words.includes(one));
    };
  });
}

/** The words of a text in lower case, without a plural's ending, a blank between them. */
function singular(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}&]+/gu) ?? []).map((word) => {
    if (word.length <= 3) return word;
    if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
    if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
    return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, "");
  }).join(" ");
}
