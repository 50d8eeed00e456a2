import { areaUnderCurve, countHappened, type Forecast, mean } from "./statistics.ts";
import { brierScore, lossOf } from "./brier_score.ts";
import { byDate } from "./by_date.ts";
import { equalCountBins } from "./equal_count_bins.ts";
import { independentDates, type Stretch } from "./independent_dates.ts";
import type { ChanceScore, Sample } from "./score_report.ts";
import { wilson } from "./wilson.ts";

/** A chance and what came of it, on which dates. */
export interface DatedForecast extends Forecast, Stretch {}

/** What figures of these cases stand on. */
export function sampleOf(cases: readonly Stretch[]): Sample {
  return {
    theses: cases.length,
    dates: new Set(cases.map(({ entry }) => entry)).size,
    independentDates: independentDates(cases).length,
  };
}

/**
 * Scores chances against what happened.
 *
 * Two figures are worked out by date, so that the names of one date, which rise and fall together, count as one: the
 * area under the curve less 0.5, and the gain in squared distance over the base rate of all dates (comparing forecasts
 * by the mean difference of their losses: Diebold & Mariano 1995, Journal of Business & Economic Statistics 13).
 * @param forecasts In an order that is the same for equal ones.
 * @returns Nothing where there is none.
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
