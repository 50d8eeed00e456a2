import type { ChanceMap } from "../data/metrics/chance.ts";

/** What the formula said of a case, and what happened. */
export interface Outcome {
  /** Log odds of the formula. */
  readonly odds: number;
  readonly fell: boolean;
}

const MAX_STEPS = 50;
const SETTLED = 1e-10;
/** Flatter, the formula tells nothing; steeper, the cases are distinguished without an exception. */
const SLOPES = { least: 0.05, most: 5 } as const;

/**
 * Fits the line between log odds by logistic regression: the maximum of the likelihood, by Newton's steps.
 *
 * Published: Cox 1958, Journal of the Royal Statistical Society B 20; as a map of forecasts, Platt 1999, Advances in Large
 * Margin Classifiers.
 * @param cases In any order.
 * @returns `undefined` where they do not determine one: too few kinds of outcomes, or no finite maximum.
 */
export function fitMap(cases: readonly Outcome[]): ChanceMap | undefined {
  let level = 0;
  let slope = 1;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [byLevel, bySlope] = newtonStep(cases, { level, slope });
    level += byLevel;
    slope += bySlope;
    if (!Number.isFinite(level + slope)) return undefined;
    if (Math.abs(byLevel) + Math.abs(bySlope) < SETTLED) {
      return slope >= SLOPES.least && slope <= SLOPES.most ? { level, slope } : undefined;
    }
  }
  return undefined;
}

function newtonStep(cases: readonly Outcome[], { level, slope }: ChanceMap): readonly [number, number] {
  let toLevel = 0;
  let toSlope = 0;
  let ofLevel = 0;
  let ofBoth = 0;
  let ofSlope = 0;
  for (const { odds, fell } of cases) {
    const chance = applyMap({ level, slope }, odds);
    const miss = Number(fell) - chance;
    const weight = chance * (1 - chance);
    toLevel += miss;
    toSlope += miss * odds;
    ofLevel += weight;
    ofBoth += weight * odds;
    ofSlope += weight * odds * odds;
  }
  const size = ofLevel * ofSlope - ofBoth * ofBoth;
  return [(ofSlope * toLevel - ofBoth * toSlope) / size, (ofLevel * toSlope - ofBoth * toLevel) / size];
}

/** The chance that a map makes of the formula's log odds. */
export function applyMap({ level, slope }: ChanceMap, odds: number): number {
  return 1 / (1 + Math.exp(-level - slope * odds));
}
