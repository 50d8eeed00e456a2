import type { Made } from "../../data/metrics/items.ts";
import type { NotReported, Reported } from "../../data/statements.ts";

/** A figure made of others, with their facts in order; or why one of them is missing, a conflict before all. */
export function combine(
  parts: readonly (Reported | NotReported)[],
  compute: (values: readonly number[]) => number,
): Reported | NotReported {
  const found = parts.filter((one) => typeof one !== "string");
  const [first] = found;
  if (parts.includes("conflict")) return "conflict";
  if (first === undefined || found.length < parts.length) return parts.find((one) => typeof one === "string") ?? "item";
  if (found.some(({ unit }) => unit !== first.unit)) return "conflict";
  const value = compute(found.map((one) => one.value));
  if (!Number.isFinite(value)) return "item";
  const all = { value, unit: first.unit, facts: found.flatMap(({ facts }) => facts) };
  return found.every((one) => one.isRestated === undefined) ? all : { ...all, isRestated: true };
}

/** The first of values less the others. */
export function lessOthers([first = NaN, ...others]: readonly number[]): number {
  return others.reduce((rest, value) => rest - value, first);
}

/** The sum of values. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What a definition makes of its parts. */
export function madeOf({ how }: Made, parts: readonly (Reported | NotReported)[]): Reported | NotReported {
  if (how === "sum") return combine(parts, sumOf);
  if (how === "difference") return combine(parts, lessOthers);
  const found = combine(
    parts,
    ([first = NaN, ...others]) =>
      others.reduce((rest, value) => how === "share" && !(value > 0) ? NaN : rest / value, first),
  );
  return typeof found === "string" ? found : { ...found, unit: "pure" };
}
