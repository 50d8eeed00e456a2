import type { Part } from "./phrase.ts";

/** How a value stands among those of companies, or among the company's own past, as an adjective. */
export const DEGREES = {
  high: "high",
  middling: "middling",
  low: "low",
  above_usual: "above-usual",
  usual: "usual",
  below_usual: "below-usual",
} as const;

/**
 * The parts of a sentence about one scored measure: a mark of its side, its place, and its published effect.
 * @param effect The role of the effect.
 */
export function evidenceParts(effect: string): Readonly<Record<"mark" | "place" | "effect", Part>> {
  return {
    mark: { role: "mark", least: 0, most: 1 },
    place: { role: "place", most: 1 },
    effect: { role: effect, least: 0, most: 1 },
  };
}
