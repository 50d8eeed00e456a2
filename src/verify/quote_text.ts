import { BARE_LINES, MAX_QUOTE_CHARS, MIN_QUOTE_CHARS } from "../data/metrics/quotes.ts";
import { partsOfTerm, wordsOfTerm } from "../data/text_topics.ts";

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

/** What begins a question. */
const ASKING = new Set("who what why how can could do does did is are would will should have has".split(" "));

/**
 * Whether words that are whole sentences may be shown between quotation marks.
 * @param options.isBare They end a line of a text without stops.
 */
export function isQuote(words: string, { isBare }: { readonly isBare: boolean }): boolean {
  const [first = ""] = words.replace(/^["'“‘(]+/, "");
  const isBegun = /[\p{Lu}\p{Nd}$€£]/u.test(first);
  const isEnded = /[.!]$/.test(words.replace(/["'”’)]+$/, "")) || isBare && isStatement(words.split(" "));
  return words.length >= MIN_QUOTE_CHARS && words.length <= MAX_QUOTE_CHARS && isBegun && isEnded && isShowable(words);
}

/** Enough words, the last of them whole, that ask nothing. */
function isStatement(words: readonly string[]): boolean {
  const [first = ""] = (words[0] ?? "").split(/[^A-Za-z]/);
  return words.length >= BARE_LINES.leastWords && !ASKING.has(first.toLowerCase()) &&
    /[\p{L}\p{Nd}%)”]$/u.test(words.at(-1) ?? "");
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

/** Whether a text holds words for every part of any of some terms. */
export function holdsAny(text: string, terms: readonly string[]): boolean {
  const words = wordsIn(text);
  const places = Map.groupBy(words.keys(), (at) => words[at]);
  const stands = (one: string) => {
    const [first, ...rest] = wordsIn(one);
    return (places.get(first) ?? []).some((at) => rest.every((word, next) => words[at + 1 + next] === word));
  };
  return terms.some((term) => partsOfTerm(term).every((part) => wordsOfTerm(part).some(stands)));
}
