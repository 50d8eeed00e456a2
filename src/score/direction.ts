import type { ThesisRow } from "../run/thesis_row.ts";

/** Which way a signal points. */
export type Direction = "up" | "down" | "none";

/** Words of ours and of other services, without case and punctuation. */
const WORDS: ReadonlyMap<string, Direction> = new Map([
  ...["bullish", "very bullish", "buy", "strong buy", "long", "overweight", "outperform", "positive", "up"]
    .map((word) => [word, "up"] as const),
  ...["bearish", "very bearish", "sell", "strong sell", "short", "underweight", "underperform", "negative", "down"]
    .map((word) => [word, "down"] as const),
  ...["neutral", "hold", "market perform", "equal weight", "mixed"].map((word) => [word, "none"] as const),
]);

/**
 * Which way a signal points.
 * @param signal As it came.
 * @returns Nothing for a word that we do not know, `no_view` too.
 */
export function directionOf(signal: string | undefined): Direction | undefined {
  return WORDS.get((signal ?? "").toLowerCase().replace(/[^a-z]+/g, " ").trim());
}

/** The chance that a thesis gives the statement, or why it gives none. */
export type StatedChance =
  | { readonly probability: number }
  | { readonly missing: "signal" | "confidence" | "side" };

/**
 * The chance a thesis gives to "the excess return is positive": its confidence where it points up, 1 less its
 * confidence where it points down. A neutral one is on the side of its score's sign.
 * @returns What is missing where the signal is none we know, the confidence none or not 0 to 1, or a neutral thesis
 * without a score, or with one of 0.
 */
export function statedChance(
  { signal, confidence, score }: Pick<ThesisRow, "signal" | "confidence" | "score">,
): StatedChance {
  const direction = directionOf(signal);
  if (direction === undefined) return { missing: "signal" };
  if (!isChance(confidence)) return { missing: "confidence" };
  const side = direction === "none" ? Math.sign(score ?? 0) : direction === "up" ? 1 : -1;
  if (!(Math.abs(side) === 1)) return { missing: "side" };
  return { probability: side > 0 ? confidence : 1 - confidence };
}

/** Whether a number is a chance. */
export function isChance(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= 1;
}
