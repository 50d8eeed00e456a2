import { isAskable } from "./metrics/asked_names.ts";
import type { MetricId } from "./metrics/metric.ts";

/** A measure by which companies are ranked beside others, and its better end. */
export interface Criterion {
  readonly metric: MetricId;
  readonly end: "highest" | "lowest";
}

/** Criteria as a claim is of them: `momentum_12_1 highest, volatility lowest`. */
export function criteriaText(criteria: readonly Criterion[]): string {
  return criteria.map(({ metric, end }) => `${metric} ${end}`).join(", ");
}

/** Reads {@linkcode criteriaText}; `undefined` where it is none of at least two measures, each once. */
export function readCriteria(text: string): readonly Criterion[] | undefined {
  const criteria = text.split(", ").flatMap((one): Criterion[] => {
    const [metric = "", end] = one.split(" ");
    return isAskable(metric) && (end === "highest" || end === "lowest") ? [{ metric, end }] : [];
  });
  const isEach = new Set(criteria.map(({ metric }) => metric)).size === criteria.length;
  return criteria.length > 1 && isEach && criteriaText(criteria) === text ? criteria : undefined;
}
