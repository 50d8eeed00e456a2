import {
  BARE_LINES,
  MAX_HEADING_CHARS,
  MAX_QUOTE_CHARS,
  MIN_QUOTE_CHARS,
  SMALL_WORDS,
} from "../data/metrics/quotes.ts";
import type { TextKind } from "../data/text_document.ts";
import { partsOfTerm, wordsOfTerm } from "../data/text_topics.ts";
import { sentencesOf, type Stretch } from "../data/texts/sentences.ts";

/** What would be no text where it is shown: controls, marks that turn or hide it, spaces other than one blank. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]| {2}/u;
/** What a page, a terminal or Markdown would read as markup or as a link. */
const MARKUP = /[<>`*_[\]|\\~^]|:\/\/|\bwww\.|&#?\w+;/i;
/** A sentence, and no heading, piece of a table or question. */
const WHOLE = /^["'“‘(]*[\p{Lu}\p{Nd}$€£].*[.!]["'”’)]*$/u;
const ENDED = /[.?!]["'”’)\]]*$/;
/** What begins a sentence; the rest of one on a line of its own, and no question. */
const BEGUN = /^["'“‘(]*[\p{Lu}\p{Nd}$€£]/u;
const BARE =
  /^(?!(?:who|what|why|how|can|could|do|does|did|is|are|would|will|should|have|has)\b)(?:\S+ )+\S*[\p{L}\p{Nd}%)”]$/iu;
const HEADING = new RegExp(`^(?:(?:\\p{Lu}[\\p{L}'’&-]*|&|${SMALL_WORDS.replaceAll(" ", "|")}),?(?: |$))+$`, "u");

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
 * The sentences of a stretch of a text that can be quoted. What follows a line that does not end a sentence is not one: it
 * may go on with it, unless that is a heading or the text has no stops.
 */
export function quotableIn(
  text: string,
  { kind, stretch = { start: 0, end: text.length } }: { readonly kind: TextKind; readonly stretch?: Stretch },
): readonly Stretch[] {
  const isBare = kind === "call" && hasNoStops(text);
  return sentencesOf(text, stretch).filter(({ start, end }) => {
    const sentence = text.slice(start, end);
    const isWhole = isQuotable(sentence) ? isEndedAt(text, end) : isBare && isBareLine(text, { start, end });
    return isWhole && beginsAt(text, start, isBare ? "." : "");
  });
}

/** Whether a text has a sentence a line and no stops. */
function hasNoStops(text: string): boolean {
  const lines = text.split("\n", BARE_LINES.judged).map((line) => line.trim()).filter((line) => line !== "");
  const count = (wanted: RegExp) => lines.filter((line) => wanted.test(line)).length;
  return lines.length >= BARE_LINES.least && count(ENDED) <= BARE_LINES.mostStopped * lines.length &&
    count(BEGUN) >= BARE_LINES.leastBegun * lines.length;
}

/** Whether what ends a line of a text without stops is a sentence: the next line does not go on with it. */
function isBareLine(text: string, { start, end }: Stretch): boolean {
  const sentence = text.slice(start, end);
  const [, rest = "", next = ""] = /^([^\n]*)\s*(\S?)/.exec(text.slice(end)) ?? [];
  return sentence.length >= MIN_QUOTE_CHARS && sentence.length <= MAX_QUOTE_CHARS && isPlain(sentence) &&
    BEGUN.test(sentence) && BARE.test(sentence) && sentence.split(" ").length >= BARE_LINES.leastWords &&
    rest.trim() === "" && !/\p{Ll}/u.test(next) && isEnd(`${sentence}.`);
}

/**
 * Whether a sentence begins at a place: the words before it on its line, or the line before, are ended.
 * @param stop What ends a line of this text that has no stop.
 */
function beginsAt(text: string, start: number, stop: string): boolean {
  const lineAt = text.lastIndexOf("\n", start - 1) + 1;
  if (start > 0 && text.slice(lineAt, start).trim() !== "") return true; // the split on one line has seen to it
  const before = text.slice(Math.max(0, lineAt - 2 * MAX_QUOTE_CHARS), Math.max(0, lineAt - 1));
  const line = before.slice(before.lastIndexOf("\n") + 1).trim();
  if (line === "" || isEnd(line) || stop !== "" && isEnd(`${line}${stop}`)) return true;
  const isHeading = line.length <= MAX_HEADING_CHARS && HEADING.test(line);
  return isHeading && beginsAt(text, text.lastIndexOf("\n", lineAt - 2) + 1, stop);
}

/** Whether a line ends a sentence. */
function isEnd(line: string): boolean {
  return ENDED.test(line) && sentencesOf(`${line} Next`).length > sentencesOf(line).length;
}

/** Whether the text goes on with another sentence: a full stop before a small letter ends none. */
function isEndedAt(text: string, end: number): boolean {
  return end >= text.length || /\s/.test(text.charAt(end));
}

/** Whether a sentence holds a term. */
export type Holds = (sentence: string) => boolean;

/** For each term, whether a sentence holds one of the words of each of its parts. */
export function termTests(terms: readonly string[]): readonly Holds[] {
  return terms.map((term): Holds => {
    const parts = partsOfTerm(term).map((part) => wordsOfTerm(part).map((words) => ` ${singular(words)} `));
    return (sentence) => {
      const words = ` ${singular(sentence)} `;
      return parts.every((wanted) => wanted.some((one) => words.includes(one)));
    };
  });
}

/** Letters from the first word of one part of the terms to that of the farthest other; 0 where a sentence holds but one. */
export function lettersApart(sentence: string, terms: readonly string[]): number {
  const words = ` ${singular(sentence)} `;
  const places = terms.flatMap(partsOfTerm).map((part) =>
    Math.min(...wordsOfTerm(part).map((one) => words.indexOf(` ${singular(one)} `)).filter((at) => at >= 0))
  ).filter(Number.isFinite);
  return places.length === 0 ? 0 : Math.max(...places) - Math.min(...places);
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
