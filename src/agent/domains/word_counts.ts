import { NEGATIVE_WORDS, POSITIVE_WORDS, TURNING_WORDS, UNCERTAIN_WORDS } from "../../data/metrics/tone_words.ts";
import { TURNING_REACH } from "../../data/metrics/text.ts";
import { onceEachOf } from "../../data/once_each.ts";
import type { CompanyTexts, TextDocument } from "../../data/text_document.ts";

/** How many words of each kind a text has. */
export interface WordCounts {
  readonly words: number;
  /** Without those that a negation turns, which are negative. */
  readonly positive: number;
  readonly negative: number;
  readonly uncertain: number;
}

/** The words of a text in lower case, in order. */
export function wordsIn(text: string): readonly string[] {
  return text.match(/\p{L}+(?:['\u2019]\p{L}+)*/gu)?.map((word) => word.toLowerCase().replaceAll("\u2019", "'")) ?? [];
}

/** Counts the words of a text by kinds. */
export function countWords(text: string): WordCounts {
  const words = wordsIn(text);
  let positive = 0;
  let negative = 0;
  let uncertain = 0;
  for (const [at, word] of words.entries()) {
    if (UNCERTAIN_WORDS.has(word)) uncertain++;
    else if (NEGATIVE_WORDS.has(word)) negative++;
    else if (POSITIVE_WORDS.has(word)) {
      if (words.slice(Math.max(0, at - TURNING_REACH), at).some((before) => TURNING_WORDS.has(before))) negative++;
      else positive++;
    }
  }
  return { words: words.length, positive, negative, uncertain };
}

/** The words of a document, counted once. */
export const countsOf = onceEachOf((document: TextDocument, texts: CompanyTexts): WordCounts =>
  countWords(texts.text(document.id))
);

/** How often each word stands in a text. */
export function frequenciesOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Cosine of the angle between two texts as vectors of the numbers of their words, neither of them empty. */
export function cosineOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [word, count] of one) product += count * (other.get(word) ?? 0);
  return product / Math.sqrt(squaresOf(one) * squaresOf(other));
}

function squaresOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count * count, 0);
}
