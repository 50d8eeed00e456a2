import type { Unmet } from "./asked.ts";
import { blanked, byStart } from "../../terms/places.ts";
import { CORRELATION, isMetric, UNMET_WORDS } from "./unmet_words.ts";

/** A piece of a question that the data cannot answer, and where it stands. */
export interface FoundUnmet extends Unmet {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
}

/**
 * Finds what a question asks for that the data does not hold.
 * @param folded The question, folded, without names and times.
 * @param options `text`: as it is written, as long. `isJoint`: it is about a sector or a portfolio as one.
 * @returns In order of their places.
 */
export function readUnmet(
  folded: string,
  { text, isJoint }: { readonly text: string; readonly isJoint: boolean },
): readonly FoundUnmet[] {
  const found: FoundUnmet[] = [];
  let rest = folded;
  for (const { words, why } of isJoint ? UNMET_WORDS : [...UNMET_WORDS, CORRELATION]) {
    const matches = [...rest.matchAll(words)].filter(([word]) => !isMetric(word));
    const taken = matches.map(({ index: start, 0: word }): FoundUnmet => {
      const end = start + word.length;
      return { start, end, text: text.slice(start, end), why };
    });
    if (taken.length > 0) rest = blanked(rest, taken);
    found.push(...taken);
  }
  return found.toSorted(byStart);
}
