import type { Phrase, Phrases } from "./phrase.ts";

/** How a value stands among those of companies, or among the company's own past, as the end of `is ...`. */
export const DEGREES = {
  very_high: "among the highest 10%",
  high: "higher than most",
  middling: "about average",
  low: "lower than most",
  very_low: "among the lowest 10%",
  above_usual: "above its usual level",
  usual: "near its usual level",
  below_usual: "below its usual level",
} as const;

/** The same of what is strong or weak. */
export const STRENGTHS = {
  ...DEGREES,
  very_high: "among the strongest 10%",
  high: "stronger than most",
  low: "weaker than most",
  very_low: "among the weakest 10%",
} as const;

/** What is said of one scored measure. */
interface Evidence {
  /** What is high or low and its value, like `{ticker}'s beta to {market} is {degree} ({beta})`. */
  readonly text: string;
  readonly words: NonNullable<Phrase["words"]>;
  /** The published effect of a value in the upper half, and of one in the lower. */
  readonly upper: string;
  readonly lower: string;
  /** Figures whose sign the words say. */
  readonly bare?: readonly string[];
}

/** The sentence about one scored measure: a mark of its side, what it is, its place; and its effect, which may be left out. */
export function evidencePhrases(metric: string, { text, words, upper, lower, bare }: Evidence): Phrases {
  const effect = `${metric}_effect`;
  return {
    [`evidence.${metric}`]: {
      lists: ["drivers", "risks"],
      of: metric,
      text: `{mark}${text}{place}.{effect}`,
      words,
      ...(bare && { bare }),
      parts: {
        mark: { role: "mark", least: 0, most: 1 },
        place: { role: "place", least: 0, most: 1 },
        effect: { role: effect, least: 0, most: 1 },
      },
    },
    [`effect.${metric}`]: {
      role: effect,
      text: " {half}.",
      words: { half: { upper: sentence(upper), lower: sentence(lower) } },
    },
  };
}

function sentence(words: string): string {
  return words.replace(/^./, (first) => first.toUpperCase());
}
