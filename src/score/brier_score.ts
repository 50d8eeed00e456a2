import type { Bin } from "./equal_count_bins.ts";
import { countHappened, type Forecast, mean } from "./statistics.ts";

/** The Brier score of forecasts, its reference scores, and its decomposition. */
export interface BrierScore {
  /** Mean squared difference of forecast and outcome, 0 to 1; lower is better. */
  readonly brier: number;
  /** Score of always forecasting the base rate, which is known only afterwards: o(1 - o). */
  readonly baseRateBrier: number;
  /** 1 - brier / baseRateBrier; `undefined` if all outcomes are equal. */
  readonly skillAgainstBaseRate: number | undefined;
  /** 1 - brier / 0.25: skill against always forecasting 0.5. */
  readonly skillAgainstHalf: number;
  /** Murphy's decomposition: brier = reliability - resolution + uncertainty + withinBins. */
  readonly reliability: number;
  /** Variance of the outcome frequency between the bins; higher is better. */
  readonly resolution: number;
  /** o(1 - o), the same for every forecaster. */
  readonly uncertainty: number;
  /** Contribution of forecasts that differ within a bin. */
  readonly withinBins: number;
}

/** Brier score of always forecasting 0.5. */
const HALF = 0.25;

/**
 * Computes the Brier score: BS = mean of (p - o)².
 *
 * With bins k of n(k) forecasts, their mean p(k), the observed frequency o(k) in the bin and o overall: reliability is
 * Σ n(k) (p(k) - o(k))² / n, resolution Σ n(k) (o(k) - o)² / n, uncertainty o(1 - o). If forecasts within a bin
 * differ, their variance less twice their covariance with the outcome is added.
 *
 * Published: Brier 1950, Monthly Weather Review 78; decomposition: Murphy 1973, Journal of Applied Meteorology 12; within
 * bins: Stephenson, Coelho & Jolliffe 2008, Weather and Forecasting 23; skill: Wilks 2011, Statistical Methods in
 * the Atmospheric Sciences, 8.1.
 * @param forecasts In any order.
 * @param bins The same forecasts, binned.
 * @returns `undefined` without forecasts.
 */
export function brierScore(forecasts: readonly Forecast[], bins: readonly Bin[]): BrierScore | undefined {
  const count = forecasts.length;
  if (count === 0) return undefined;
  const base = countHappened(forecasts) / count;
  const brier = mean(forecasts.map(lossOf));
  const uncertainty = base * (1 - base);
  const over = (term: (bin: Bin) => number) => bins.reduce((sum, bin) => sum + term(bin), 0) / count;
  return {
    brier,
    baseRateBrier: uncertainty,
    skillAgainstBaseRate: uncertainty === 0 ? undefined : 1 - brier / uncertainty,
    skillAgainstHalf: 1 - brier / HALF,
    reliability: over(({ said, happened, forecasts }) => forecasts.length * (said.value - happened.value) ** 2),
    resolution: over(({ happened, forecasts }) => forecasts.length * (happened.value - base) ** 2),
    uncertainty,
    withinBins: over(spreadOf),
  };
}

/** The squared difference of forecast and outcome. */
export function lossOf({ probability, happened }: Forecast): number {
  return (probability - Number(happened)) ** 2;
}

/** Σ (p - p(k))² - 2 Σ (p - p(k)) (o - o(k)) of one bin. */
function spreadOf({ said, happened, forecasts }: Bin): number {
  return forecasts.reduce((sum, one) => {
    const distance = one.probability - said.value;
    return sum + distance * (distance - 2 * (Number(one.happened) - happened.value));
  }, 0);
}
