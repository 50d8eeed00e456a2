/**
 * Ranks from 1 for the lowest; equal values share the mean of their ranks.
 *
 * Published: Kendall 1945, Biometrika 33 (the treatment of ties in ranking problems).
 * @param values Finite numbers.
 * @returns One rank for each value, in their order.
 */
export function meanRanks(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).sort((one, other) => one.value - other.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let first = 0; first < order.length;) {
    let end = first;
    while (end < order.length && order[end]?.value === order[first]?.value) end++;
    const rank = (first + 1 + end) / 2;
    for (const { at } of order.slice(first, end)) ranks[at] = rank;
    first = end;
  }
  return ranks;
}

/**
 * Area under the ROC curve: the share of pairs of an event and a non-event in which the event had the higher forecast,
 * ties counting half. 0.5 is chance.
 *
 * Published: Mann & Whitney 1947, Annals of Mathematical Statistics 18; as the area under the receiver operating
 * characteristic, Hanley & McNeil 1982, Radiology 143.
 * @param forecasts In any order.
 * @returns 0 to 1; `undefined` if all outcomes are equal.
 */
export function areaUnderCurve(forecasts: readonly Forecast[]): number | undefined {
  const happened = forecasts.filter((one) => one.happened).length;
  const pairs = happened * (forecasts.length - happened);
  if (pairs === 0) return undefined;
  const ranks = meanRanks(forecasts.map(({ probability }) => probability));
  const sum = forecasts.reduce((total, one, at) => one.happened ? total + (ranks[at] ?? 0) : total, 0);
  return (sum - happened * (happened + 1) / 2) / pairs;
}

/**
 * Spearman's rank correlation: the product-moment correlation of mean ranks.
 *
 * Published: Spearman 1904, American Journal of Psychology 15; with mean ranks for ties, Kendall 1945. Of a score and
 * the return that followed it is called information coefficient: Grinold & Kahn 1999, Active Portfolio Management.
 * @param one Finite numbers.
 * @param other Of the same length.
 * @returns -1 to 1; `undefined` if one of the two does not vary.
 */
export function spearman(one: readonly number[], other: readonly number[]): number | undefined {
  const left = meanRanks(one);
  const right = meanRanks(other);
  const middle = (left.length + 1) / 2;
  let both = 0;
  let ofOne = 0;
  let ofOther = 0;
  for (const [at, rank] of left.entries()) {
    const x = rank - middle;
    const y = (right[at] ?? middle) - middle;
    both += x * y;
    ofOne += x * x;
    ofOther += y * y;
  }
  if (ofOne === 0 || ofOther === 0) return undefined;
  return both / Math.sqrt(ofOne * ofOther);
}

/** A stated probability and its outcome. */
export interface Forecast {
  /** 0 to 1. */
  readonly probability: number;
  /** Whether the event happened. */
  readonly happened: boolean;
}

/** The number of events that happened. */
export function countHappened(forecasts: readonly Forecast[]): number {
  return forecasts.filter(({ happened }) => happened).length;
}

/** Arithmetic mean; `NaN` for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
