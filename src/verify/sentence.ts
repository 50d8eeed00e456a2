import type { Claim, Statement } from "../data/claim.ts";
import { maskNames, type TermHit } from "./mask.ts";
import type { Mention, NameFinder } from "./names.ts";
import { type Figure, plainMarks, scanFigures } from "./scan.ts";

/** A parsed sentence. */
export interface Sentence {
  /** With plain spaces and dashes, of the same length. */
  readonly plain: string;
  /** With every name blanked out. */
  readonly masked: string;
  readonly mentions: readonly Mention[];
  readonly terms: readonly TermHit[];
  readonly figures: readonly Figure[];
  readonly claims: readonly Claim[];
}

/**
 * Parses a finished sentence, independent of the code that wrote it.
 */
export function takeApart({ text, claims }: Statement, findNames: NameFinder): Sentence {
  const plain = plainMarks(text);
  const { text: masked, mentions, terms } = maskNames(plain, claims, { findNames });
  return { plain, masked, mentions, terms, figures: scanFigures(masked), claims };
}
