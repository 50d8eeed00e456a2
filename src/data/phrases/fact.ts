import type { Phrase, Phrases } from "./phrase.ts";

/** How few other names have more, or less, as the words between `than` and `of 498 names`. */
function rarity(more: string, less: string): Readonly<Record<string, string>> {
  return {
    most: `${more} any other`,
    top: `${more} 19 in 20`,
    high: `${more} 9 in 10`,
    upper: `${more} 4 in 5`,
    lower: `${less} 4 in 5`,
    low: `${less} 9 in 10`,
    bottom: `${less} 19 in 20`,
    least: `${less} any other`,
  };
}

/** What is said of a fact: the sentence up to its full stop, and how it stands among others. */
export interface FactWords extends Omit<Phrase, "parts" | "text" | "of"> {
  readonly text: string;
  /** Before `any other` or a share of the others, where it has more of it than they, or less. */
  readonly more: string;
  readonly less: string;
  readonly parts?: Phrase["parts"];
}

/** What a fact is, and the measure by which a name stands out in it. */
export interface FactId {
  /** Of its sentence, like `moves.top`. */
  readonly id: string;
  readonly by: string;
  /** Present where the measure is compared within sectors. */
  readonly isNeutral?: true;
}

/** The sentence about a fact, and the words for its place among other names, which are left out where there are too few. */
export function factPhrases({ id, by, isNeutral }: FactId, { text, more, less, parts, ...rest }: FactWords): Phrases {
  const role = `${id.replace(".", "_")}_rarity`;
  const words = rarity(more, less);
  return {
    [id]: { ...rest, of: by, text: `${text}{rare}.`, parts: { ...parts, rare: { role, least: 0, most: 1 } } },
    [`rarity.${id}`]: isNeutral
      ? { role, text: "{rarity} of {peers} names{within}", words: { rarity: words, within: { all: "" } } }
      : { role, text: "{rarity} of {peers} names", words: { rarity: words } },
    ...(isNeutral && {
      [`rarity.${id}.sector`]: {
        role,
        text: "{rarity} of {peers} in {circle}{within}",
        words: { rarity: words, within: { sector: "" } },
      },
    }),
  };
}
