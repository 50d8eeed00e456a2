import { nameWords } from "./company_name.ts";
import type { Place } from "../../terms/places.ts";

/** A word of a request. */
export interface Word extends Place {
  readonly raw: string;
  /** As in a name: lower case, without accents and punctuation. */
  readonly plain: string;
  /** Without a possessive ending: `apple` in "Apple's". */
  readonly owner: string;
}

/** Articles and prepositions that French and Italian join to the next word: "l'action", "dell'energia". */
const ELISION = String.raw`(?<![\p{L}\p{N}])(?:l|d|qu|un|dell|all|nell|sull|dall|quell)(?=['’]\p{L})`;
const INITIALS = String.raw`(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])`;
const WORD = new RegExp(
  String.raw`&|${ELISION}|${INITIALS}|[\p{LC}\p{M}\p{N}]+(?:['’]\p{LC}+)*|[\p{Lo}\p{Lm}\p{M}\p{N}]+`,
  "giu",
);
const ASCII = /^[A-Za-z0-9]+$/;

/** Splits a text into its words. */
export function splitWords(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => {
    const [raw] = match;
    const place = { raw, start: match.index, end: match.index + raw.length };
    if (ASCII.test(raw)) { // most words; the general way takes ten times as long
      const plain = raw.toLowerCase();
      return { ...place, plain, owner: plain };
    }
    return { ...place, plain: nameWords(raw).join(""), owner: nameWords(raw.replace(/['’]s$/i, "")).join("") };
  });
}
