import { areaUnderCurve, countHappened, type Forecast, mean } from "./statistics.ts";
import { brierScore, lossOf } from "./brier_score.ts";
import { byDate } from "./by_date.ts";
import { equalCountBins } from "./equal_count_bins.ts";
import { independentDates, type Period } from "./independent_dates.ts";
import type { ChanceScore, Sample } from "./score_report.ts";
import { wilson } from "./wilson.ts";

/** A forecast with its outcome and dates. */
export interface DatedForecast extends Forecast, Period {}

/** The sample size of cases. */
export function sampleOf(cases: readonly Period[]): Sample {
  return {
    theses: cases.length,
    dates: new Set(cases.map(({ entry }) => entry)).size,
    independentDates: independentDates(cases).length,
  };
}

/**
 * Scores probabilities against outcomes.
 *
 * Two figures are computed by date, because names of one date are correlated and count as one: the area under the
 * curve less 0.5, and the gain in squared error over the base rate of all dates (comparing forecasts by the mean
 * difference of their losses: Diebold & Mariano 1995, Journal of Business & Economic Statistics 13).
 * @param forecasts In a deterministic order.
 * @returns `undefined` without forecasts.
 */
export function scoreChances(forecasts: readonly DatedForecast[]): ChanceScore | undefined {
  const bins = equalCountBins(forecasts);
  const brier = brierScore(forecasts, bins);
  const happened = wilson(countHappened(forecasts), forecasts.length);
  if (brier === undefined || happened === undefined) return undefined;
  return {
    sample: sampleOf(forecasts),
    happened,
    said: mean(forecasts.map(({ probability }) => probability)),
    brier,
    areaUnderCurve: areaUnderCurve(forecasts),
    areaByDate: byDate(forecasts, areaAboveChance),
    gainByDate: byDate(forecasts, (ofDate) => mean(ofDate.map((one) => gainOver(happened.value, one)))),
    bins: bins.map(({ forecasts, ...bin }) => ({ ...bin, sample: sampleOf(forecasts) })),
  };
}

function areaAboveChance(forecasts: readonly Forecast[]): number | undefined {
  const area = areaUnderCurve(forecasts);
  return area === undefined ? undefined : area - 0.5;
}

function gainOver(baseRate: number, forecast: Forecast): number {
  return lossOf({ ...forecast, probability: baseRate }) - lossOf(forecast);
}
