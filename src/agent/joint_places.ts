import type { Joint } from "./joint.ts";

/** The names by their shares of the variance, the largest first; of equal shares the first of the answer is first. */
export function byShare({ own }: Joint): readonly string[] {
  return [...own].filter(([, one]) => Number.isFinite(one.variance_share))
    .toSorted(([, one], [, other]) => other.variance_share - one.variance_share).map(([ticker]) => ticker);
}

/** The names that lower the variance, the most first. */
export function hedgesOf(joint: Joint): readonly string[] {
  return byShare(joint).filter((ticker) => shareOf(joint, ticker) < 0).toReversed();
}

/** The place of names, in their order, among all that are measured; `undefined` where they have none. */
export function placeOf(about: readonly string[], joint: Joint): string | undefined {
  if (isAtEnd(joint, about, 1)) return "top";
  return about.every((ticker) => shareOf(joint, ticker) < 0) && isAtEnd(joint, about, -1) ? "hedge" : undefined;
}

/** Whether names in order have the most (sign 1) or the least of the variance (-1), and no other has more, or less. */
function isAtEnd(joint: Joint, about: readonly string[], sign: 1 | -1): boolean {
  const values = about.map((ticker) => sign * shareOf(joint, ticker));
  if (values.some(Number.isNaN)) return false;
  const least = Math.min(...values);
  const isOrdered = values.every((value, at) => at === 0 || value <= (values[at - 1] ?? NaN) + NEAR);
  return isOrdered &&
    [...joint.own.keys()].every((ticker) => about.includes(ticker) || sign * shareOf(joint, ticker) <= least + NEAR);
}

/** Shares differ by their last digits where they are computed in two ways. */
const NEAR = 1e-12;

function shareOf({ own }: Joint, ticker: string): number {
  return own.get(ticker)?.variance_share ?? NaN;
}
