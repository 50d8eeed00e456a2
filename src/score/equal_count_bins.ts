import { countHappened, type Forecast, mean, meanRanks } from "./statistics.ts";
import { type Share, wilson } from "./wilson.ts";

/** Forecasts with similar probabilities. */
export interface Bin<T extends Forecast = Forecast> {
  /** From 1, in ascending order of probability. */
  readonly number: number;
  /** Mean, lowest and highest forecast. */
  readonly said: Share;
  /** Observed frequency, with its Wilson interval. */
  readonly happened: Share;
  /** Its forecasts. */
  readonly forecasts: readonly T[];
}

/** Five bins; ten from 1,000 forecasts on, so that each has a hundred. */
const FEW_BINS = 5;
const MANY_BINS = 10;
const MANY = 1000;

/**
 * Sorts forecasts into bins of about equal count. Equal forecasts share the bin of their mean rank r:
 * 1 + floor(bins (2r - 1) / 2n). Empty bins are omitted.
 *
 * Published: bins of equal count for reliability diagrams, Bröcker & Smith 2007, Weather and Forecasting 22.
 * @param forecasts In any order.
 * @returns Bins in ascending order of probability.
 */
export function equalCountBins<T extends Forecast>(forecasts: readonly T[]): readonly Bin<T>[] {
  const count = forecasts.length;
  const bins = count < MANY ? FEW_BINS : MANY_BINS;
  const ranks = meanRanks(forecasts.map(({ probability }) => probability));
  const groups = Map.groupBy(
    forecasts.map((forecast, at) => ({ forecast, rank: ranks[at] ?? 1 })),
    ({ rank }) => 1 + Math.floor(bins * (2 * rank - 1) / (2 * count)),
  );
  return [...groups].sort(([one], [other]) => one - other)
    .map(([number, members]) => makeBin(number, members.map(({ forecast }) => forecast)));
}

function makeBin<T extends Forecast>(number: number, forecasts: readonly T[]): Bin<T> {
  const said = forecasts.map(({ probability }) => probability);
  const happened = wilson(countHappened(forecasts), forecasts.length);
  return {
    number,
    said: { value: mean(said), low: least(said), high: -least(said.map((one) => -one)) },
    happened: happened ?? { value: NaN, low: 0, high: 1 },
    forecasts,
  };
}

function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other), Infinity);
}
