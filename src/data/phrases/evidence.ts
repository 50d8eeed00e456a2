import type { Phrase, Phrases } from "./phrase.ts";

/** How a value stands among those of companies, or among the company's own past, as an adjective. */
export const DEGREES = {
  high: "high",
  middling: "middling",
  low: "low",
  above_usual: "above-usual",
  usual: "usual",
  below_usual: "below-usual",
} as const;

/** What is said of one scored measure. */
interface Evidence {
  /** What is high or low and its value, like `{ticker}'s {degree} beta to {market} ({beta})`. */
  readonly text: string;
  readonly words: NonNullable<Phrase["words"]>;
  /** The published effect of a value in the upper half, and of one in the lower. */
  readonly upper: string;
  readonly lower: string;
}

/** The sentence about one scored measure: a mark of its side, what it is, its place; and its effect, which may be left out. */
export function evidencePhrases(metric: string, { text, words, upper, lower }: Evidence): Phrases {
  const effect = `${metric}_effect`;
  return {
    [`evidence.${metric}`]: {
      lists: ["drivers", "risks"],
      of: metric,
      text: `{mark}${text}, {place}{effect}.`,
      words,
      parts: {
        mark: { role: "mark", least: 0, most: 1 },
        place: { role: "place", most: 1 },
        effect: { role: effect, least: 0, most: 1 },
      },
    },
    [`effect.${metric}`]: { role: effect, text: "; {half}", words: { half: { upper, lower } } },
  };
}
