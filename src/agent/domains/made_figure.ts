import type { Made } from "../../data/metrics/items.ts";
import type { Stated, Unstated } from "../../data/statements.ts";

/** A figure made of others by an item's definition, or why one of them is missing. */
export function madeOf(how: Made["how"], parts: readonly (Stated | Unstated)[]): Stated | Unstated {
  const made = combined(parts, (values) => valueOf(how, values));
  return typeof made === "string" || how === "sum" || how === "difference" ? made : { ...made, unit: "pure" };
}

/** One figure of several in one unit; without a value where one is missing, a conflict before all else. */
export function combined(
  parts: readonly (Stated | Unstated)[],
  compute: (values: readonly number[]) => number,
): Stated | Unstated {
  const lacks = parts.filter((one) => typeof one === "string");
  const [lack] = lacks;
  if (lack !== undefined) return lacks.includes("conflict") ? "conflict" : lack;
  const stated = parts.filter((one) => typeof one !== "string");
  const unit = stated[0]?.unit ?? "";
  if (stated.some((one) => one.unit !== unit)) return "conflict";
  const value = compute(stated.map((one) => one.value));
  if (!Number.isFinite(value)) return "item";
  const isRestated = stated.some((one) => one.isRestated);
  return { value, unit, facts: stated.flatMap(({ facts }) => facts), ...(isRestated && { isRestated }) };
}

function valueOf(how: Made["how"], [first = NaN, ...others]: readonly number[]): number {
  switch (how) {
    case "sum":
      return others.reduce((sum, value) => sum + value, first);
    case "difference":
      return others.reduce((rest, value) => rest - value, first);
    case "ratio":
      return others.reduce((quotient, value) => quotient / value, first);
    case "share":
      return others.every((value) => value > 0) ? valueOf("ratio", [first, ...others]) : NaN;
  }
}
