import type { Place } from "./places.ts";

/** A word, a number with what is written to it (`30-day`, `99%`, `$100b`), or a sign of a folded text. */
export interface Token extends Place {
  readonly word: string;
  /** Which clause it stands in, from 0: a comma, a colon, a bracket or the end of a sentence begins the next. */
  readonly clause: number;
}

const TOKEN =
  /[$€£]?\d(?:\d|[.,](?=\d))*(?:[-/]?[\p{L}\d]+)*%?|[\p{L}&](?:[\p{L}\p{N}&]|['/_-](?=[\p{L}\p{N}]))*|[%<>≥≤=]/gu;
const BORDER = /[,;:.?!()\n"“”]|\s-\s/;

/** The tokens of a folded text, in order; what is no letter, digit or sign is in none. */
export function tokensOf(folded: string): readonly Token[] {
  let clause = 0;
  let last = 0;
  return [...folded.matchAll(TOKEN)].map(({ index: start, 0: word }) => {
    if (BORDER.test(folded.slice(last, start))) clause++;
    last = start + word.length;
    return { start, end: last, word, clause };
  });
}

/** A word without the `'s` behind it and the `d'` or `l'` before it. */
export function bareWord(word: string): string {
  return word.replace(/(?<=.)'s?$/, "").replace(/^(?:[dljnsctm]|qu|dell|nell|sull|all|un)'(?=.)/, "");
}
