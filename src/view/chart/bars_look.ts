import type { BarPanel } from "../../chart/bars_chart.ts";
import { INK } from "../../chart/look.ts";

/** Blue for a positive score, red for a negative one, grey for the mean of others. */
export const SCORE_COLORS: BarPanel["colors"] = { above: INK.first, below: INK.second, marked: INK.faint };
/** A risk from the mark on is red. */
export const RISK_COLORS: BarPanel["colors"] = { above: "#c9826f", below: "#c9826f", marked: INK.second };

/**
 * Ends of an axis of scores: round, alike on both sides of zero.
 * @param values Of any service; ours are from -1 to 1.
 */
export function scoreDomain(values: readonly number[]): readonly [number, number] {
  const reach = roundUp(values.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
  const isBelow = values.some((value) => value < 0);
  const isAbove = values.some((value) => value > 0);
  return [isBelow || !isAbove ? -reach : 0, isAbove || !isBelow ? reach : 0];
}

/** The next of 1, 2 and 5 times a power of ten; 1 of nothing. */
export function roundUp(value: number): number {
  if (value === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5, 10].find((digit) => digit * power >= value * (1 - 1e-9)) ?? 10;
  return Number((digit * power).toPrecision(3));
}
