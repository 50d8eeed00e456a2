import type { ThesisRow } from "../run/thesis_row.ts";

/** The direction of a signal. */
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
 * Maps a signal to a direction.
 * @param signal As the service spells it.
 * @returns `undefined` for `no_view` and unknown words.
 */
export function directionOf(signal: string | undefined): Direction | undefined {
  return WORDS.get((signal ?? "").toLowerCase().replace(/[^a-z]+/g, " ").trim());
}

/** The probability that a thesis states, or what is missing. */
export type StatedChance =
  | { readonly probability: number }
  | { readonly missing: "signal" | "confidence" | "side" };

/**
 * The probability that a thesis states for "the excess return is positive": its confidence if it points up, 1 - its
 * confidence if it points down. A neutral thesis takes the direction of its score.
 * @returns `missing` if the signal is unknown, the confidence is not from 0 to 1, or a neutral thesis has no score or a
 * score of 0.
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

/** Whether a value is a probability. */
export function isChance(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= 1;
}
