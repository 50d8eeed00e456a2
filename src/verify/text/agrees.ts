import { HAIR } from "../../data/metrics/metric.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** How a value stands to a figure: it is what the figure says, it is not, or it is too near to tell. */
export type Agreement = "yes" | "no" | "near";

/** "About" allows one per cent and no more than five; a bound that says how near it is allows as much. */
const ABOUT = 0.01;
const LOOSE = 0.05;
/** "$1 trillion" is no rounding of 700 billion: a digit counts as so much of its figure at most. */
const MOST_STEP = 0.25;

/**
 * Whether a figure says a value, within the rounding that its digits and the words before it imply.
 *
 * A figure without such a word is the value rounded to its digits. One that was cut off instead of rounded, or rounded to
 * tens, is near: it is neither proved nor refused.
 */
export function agrees(
  { kind, value: said, step: digit, coarse, bound }: Pick<
    WrittenFigure,
    "kind" | "value" | "step" | "coarse" | "bound"
  >,
  value: number,
): Agreement {
  const step = kind === "share" || kind === "points" ? digit : Math.min(digit, MOST_STEP * Math.abs(said));
  const hair = HAIR * Math.max(Math.abs(said), Math.abs(value));
  const gap = Math.abs(said - value);
  const size = Math.abs(said);
  const own = Math.abs(value);
  const shown = size;
  if (Math.sign(said) * Math.sign(value) < 0) return gap <= step / 2 + hair ? "near" : "no";
  switch (bound) {
    case "above":
      return own > shown - hair ? "yes" : "no";
    case "below":
      return own < shown + hair ? "yes" : "no";
    case "nearly":
      if (own > shown + hair) return own - shown <= Math.max(step / 2, ABOUT * size / 2) ? "near" : "no";
      return shown - own <= Math.max(step, LOOSE * size) ? "yes" : shown - own <= 2 * LOOSE * size ? "near" : "no";
    case "just_over":
      if (own < shown - hair) return shown - own <= step / 2 ? "near" : "no";
      return own - shown <= Math.max(step, LOOSE * size) ? "yes" : own - shown <= 2 * LOOSE * size ? "near" : "no";
    case "about":
      if (gap <= Math.max(step / 2, ABOUT * size) + hair) return "yes";
      return gap <= Math.max(digit / 2, step, Math.min(coarse / 2, LOOSE * size)) + hair ? "near" : "no";
    case "exact":
      if (gap <= step / 2 + hair) return "yes";
      return gap <= Math.max(digit / 2, step, Math.min(coarse / 2, ABOUT * size)) + hair ? "near" : "no";
  }
}
