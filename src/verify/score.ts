import type { MetricId } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { sum } from "./arithmetic.ts";
import { newest, standing } from "./compare.ts";
import type { Subject } from "./subject.ts";

/** Published sign of each measure: 1 if high values precede high returns. */
const FAMILIES: Readonly<Partial<Record<MetricId, readonly (readonly [MetricId, 1 | -1])[]>>> = {
  score_trend: [["momentum_12_1", 1], ["trend_200d", 1], ["high_52w", 1], ["return_1m", -1]],
  score_risk: [["volatility", -1], ["beta", -1]],
  score_liquidity: [["amihud", 1]],
};
const FAMILY_SCORES = ["score_trend", "score_risk", "score_liquidity"] as const;
const PER_SCORE = 0.05;

/**
 * Computes a numeric metric of one company, except comparisons.
 * @returns `undefined` when it cannot be computed.
 */
export function figureOf(metric: MetricId, subject: Subject, view: DatasetView): number | undefined {
  const family = FAMILIES[metric];
  if (family) {
    return mean(family.map(([part, sign]) => times(sign, standing(part, subject, view))));
  }
  if (metric === "score") return mean(FAMILY_SCORES.map((part) => figureOf(part, subject, view)));
  if (metric !== "probability") return newest(metric, subject);
  const score = figureOf("score", subject, view);
  return score === undefined ? undefined : 0.5 + PER_SCORE * score;
}

/** Mean of the known values; an absent value is not 0. */
function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : sum(known) / known.length;
}

function times(sign: number, value: number | undefined): number | undefined {
  return value === undefined ? undefined : sign * value;
}
