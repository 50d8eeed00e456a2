/**
 * Ranks from 1 for the lowest; equal values share the mean of their ranks.
 *
 * Published: Kendall 1945, Biometrika 33 (the treatment of ties in ranking problems).
 * @param values Finite numbers.
 * @returns One rank for each value, in their order.
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert";
 *
 * deepStrictEqual(meanRanks([30, 10, 30]), [2.5, 1, 2.5]);
 * ```
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
