import type { PositionWeight } from "../data/claim.ts";
import type { Member } from "./joint_members.ts";

/** Figures of weights alone, by metric; none without weights. NaN where the weights are all 0. */
export function exposures(
  weights: readonly PositionWeight[],
  measured: readonly Member[],
): Readonly<Record<string, number>> {
  if (weights.length === 0) return { measured_names: measured.length };
  let long = 0;
  let short = 0;
  let squares = 0;
  for (const { weight } of weights) {
    if (weight > 0) long += weight;
    else short -= weight;
    squares += weight ** 2;
  }
  const gross = long + short;
  const kept = new Set(measured.map(({ findings }) => findings.company.ticker));
  const missing = weights.filter(({ ticker }) => !kept.has(ticker));
  const concentration = squares / gross ** 2;
  return {
    measured_names: measured.length,
    gross_exposure: gross,
    net_exposure: long - short,
    long_exposure: long,
    short_exposure: short,
    missing_weight: missing.reduce((sum, { weight }) => sum + Math.abs(weight), 0),
    concentration,
    effective_names: 1 / concentration,
  };
}
