import { HAIR } from "./metric.ts";

/** A view is bullish from this probability. */
export const BULLISH_FROM = 0.52;
/** A view is bearish up to this probability. */
export const BEARISH_UNTIL = 0.48;

/** Decimals that show a probability on its side of both lines: 2, or more close to one, as of a neutral 0.519. */
export function probabilityDecimals(probability: number): number {
  const side = sideOf(probability);
  return [2, 3, 4].find((decimals) => sideOf(Number(probability.toFixed(decimals))) === side) ?? 5;
}

function sideOf(probability: number): -1 | 0 | 1 {
  if (probability >= BULLISH_FROM - HAIR) return 1;
  return probability <= BEARISH_UNTIL + HAIR ? -1 : 0;
}
