import { MAX_QUOTE_CHARS, MIN_QUOTE_CHARS } from "../data/metrics/quotes.ts";
import { wordsOfTerm } from "../data/text_topics.ts";

/** Marks of Markdown, of pages and of terminals. */
const MARKS = "<>`*_[]|\\~^";

/**
 * Whether a text is shown as it is by a page, a terminal and Markdown, and cannot end the quotation around it: every
 * character is one that is seen, a blank stands alone, and each ” closes a “ of its own.
 */
export function isShowable(text: string): boolean {
  let depth = 0;
  let before = "";
  for (const mark of text) {
    if (MARKS.includes(mark) || /[\p{C}\p{Zl}\p{Zp}]/u.test(mark)) return false;
    if (mark !== " " && /\s/.test(mark) || mark === " " && before === " ") return false;
    if (mark === "“") depth++;
    if (mark === "”" && --depth < 0) return false;
    before = mark;
  }
  const lower = text.toLowerCase();
  return depth === 0 && !lower.includes("://") && !/\bwww\./.test(lower) && !/&#?[a-z0-9_]+;/.test(lower);
}

/** Whether words that are whole sentences may be shown between quotation marks. */
export function isQuote(words: string): boolean {
  const [first = ""] = words.replace(/^["'“‘(]+/, "");
  const isBegun = /[\p{Lu}\p{Nd}$€£]/u.test(first);
  const isEnded = /[.!]$/.test(words.replace(/["'”’)]+$/, ""));
  return words.length >= MIN_QUOTE_CHARS && words.length <= MAX_QUOTE_CHARS && isBegun && isEnded && isShowable(words);
}

/** Where words end in lower case, and what stands there in the singular; the first that fits. */
const ENDINGS = [
  ["ies", "y"],
  ["sses", "ss"],
  ["xes", "x"],
  ["ches", "ch"],
  ["shes", "sh"],
  ["ss", "ss"],
  ["us", "us"],
  ["is", "is"],
  ["s", ""],
] as const;
/** Shorter words have no plural's ending. */
const LEAST_CHARS = 4;

/** A text in lower case as words without a plural's ending. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}&]+/u).filter((word) => word !== "").map((word) => {
    const [ending, singular] = ENDINGS.find(([end]) => word.endsWith(end)) ?? ["", ""];
    return word.length < LEAST_CHARS || ending === "" ? word : word.slice(0, word.length - ending.length) + singular;
  });
}

/** Whether a text holds one of the words for any of some terms. */
export function holdsAny(text: string, terms: readonly string[]): boolean {
  const words = wordsIn(text);
  const places = Map.groupBy(words.keys(), (at) => words[at]);
  return terms.flatMap(wordsOfTerm).some((one) => {
    const [first, ...rest] = wordsIn(one);
    return (places.get(first) ?? []).some((at) => rest.every((word, next) => words[at + 1 + next] === word));
  });
}
