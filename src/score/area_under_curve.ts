import { meanRanks } from "./mean_ranks.ts";
import type { Forecast } from "./forecast.ts";

/**
 * How well forecasts tell what happened from what did not: the share of pairs of one of each in which the former was
 * called likelier, ties counting half. 0.5 is chance.
 *
 * Published: Mann & Whitney 1947, Annals of Mathematical Statistics 18; as the area under the receiver operating
 * characteristic, Hanley & McNeil 1982, Radiology 143.
 * @param forecasts In any order.
 * @returns 0 to 1; nothing where all happened, or none.
 */
export function areaUnderCurve(forecasts: readonly Forecast[]): number | undefined {
  const happened = forecasts.filter((one) => one.happened).length;
  const pairs = happened * (forecasts.length - happened);
  if (pairs === 0) return undefined;
  const ranks = meanRanks(forecasts.map(({ probability }) => probability));
  const sum = forecasts.reduce((total, one, at) => one.happened ? total + (ranks[at] ?? 0) : total, 0);
  return (sum - happened * (happened + 1) / 2) / pairs;
}
