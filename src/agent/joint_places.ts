import type { MetricId } from "../data/metrics/metric.ts";
import type { Joint } from "./joint.ts";
import type { OwnPart } from "./joint_measures.ts";

type Part = keyof OwnPart;

/** The names that have most of it, or least, in their order; of names with equal parts the first of the answer is first. */
export function endsOf(joint: Joint, part: Part, end: "most" | "least"): readonly string[] {
  const sign = end === "most" ? -1 : 1;
  return [...joint.own].filter(([, own]) => Number.isFinite(own[part]))
    .toSorted(([, one], [, other]) => sign * (one[part] - other[part])).map(([ticker]) => ticker);
}

/** The names that lower the variance, the most first. */
export function hedgesOf(joint: Joint): readonly string[] {
  return endsOf(joint, "variance_share", "least").filter((ticker) => partOf(joint, ticker, "variance_share") < 0);
}

/** The place of names, in their order, among all that are measured; `undefined` where they have none. */
export function placeOf(metric: MetricId, about: readonly string[], joint: Joint): string | undefined {
  if (metric === "common_place") return isAtEnd(joint, about, { part: "common_share", sign: -1 }) ? "least" : undefined;
  if (isAtEnd(joint, about, { part: "variance_share", sign: 1 })) return "top";
  const areHedges = about.every((ticker) => partOf(joint, ticker, "variance_share") < 0);
  return areHedges && isAtEnd(joint, about, { part: "variance_share", sign: -1 }) ? "hedge" : undefined;
}

/** Whether names in order have the most of a part (sign 1) or the least of it (-1), and no other has more, or less. */
function isAtEnd(
  joint: Joint,
  about: readonly string[],
  { part, sign }: { readonly part: Part; readonly sign: 1 | -1 },
): boolean {
  const values = about.map((ticker) => sign * partOf(joint, ticker, part));
  if (values.some(Number.isNaN)) return false;
  const least = Math.min(...values);
  const isOrdered = values.every((value, at) => at === 0 || value <= (values[at - 1] ?? NaN) + NEAR);
  return isOrdered &&
    [...joint.own].every(([ticker, own]) => about.includes(ticker) || sign * own[part] <= least + NEAR);
}

/** Shares differ by their last digits where they are computed in two ways. */
const NEAR = 1e-12;

function partOf(joint: Joint, ticker: string, part: Part): number {
  return joint.own.get(ticker)?.[part] ?? NaN;
}
