import type { Phrase, Phrases } from "./phrase.ts";

/** How few other companies have more, or less, as the words between `than` and `of 498 companies`. */
function rarity(more: string, less: string): Readonly<Record<string, string>> {
  return {
    most: `${more} any other`,
    top: `${more} 95%`,
    high: `${more} 90%`,
    upper: `${more} 80%`,
    lower: `${less} 80%`,
    low: `${less} 90%`,
    bottom: `${less} 95%`,
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
      ? { role, text: "{rarity} of {peers} companies{within}", words: { rarity: words, within: { all: "" } } }
      : { role, text: "{rarity} of {peers} companies", words: { rarity: words } },
    ...(isNeutral && {
      [`rarity.${id}.sector`]: {
        role,
        text: "{rarity} of {peers} in {circle}{within}",
        words: { rarity: words, within: { sector: "" } },
      },
    }),
  };
}
