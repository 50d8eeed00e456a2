import { meanRanks } from "./mean_ranks.ts";

/**
 * Spearman's rank correlation: the product-moment correlation of mean ranks.
 *
 * Published: Spearman 1904, American Journal of Psychology 15; with mean ranks for ties, Kendall 1945. Of a score and
 * the return that followed it is called information coefficient: Grinold & Kahn 1999, Active Portfolio Management.
 * @param one Finite numbers.
 * @param other As many.
 * @returns -1 to 1; nothing where one of the two does not vary.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * strictEqual(spearman([1, 2, 3], [10, 20, 15]), 0.5);
 * ```
 */
export function spearman(one: readonly number[], other: readonly number[]): number | undefined {
  const [left, right] = [meanRanks(one), meanRanks(other)];
  const middle = (left.length + 1) / 2;
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (const [at, rank] of left.entries()) {
    const [x, y] = [rank - middle, (right[at] ?? middle) - middle];
    both += x * y;
    ofOne += x * x;
    ofOther += y * y;
  }
  if (ofOne === 0 || ofOther === 0) return undefined;
  return both / Math.sqrt(ofOne * ofOther);
}
