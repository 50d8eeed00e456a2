import type { Bar } from "../../data/dataset.ts";
import type { Subject } from "./subject.ts";

/**
 * Regression slope of a company's returns on the benchmark's, in one pass.
 * @param subject With a benchmark.
 * @param at Newest bar.
 * @param window.most Number of the company's returns considered.
 * @param window.least Number of them that must pair with the benchmark's.
 */
export function betaAt(
  { series: { bars }, benchmark }: Subject,
  at: number,
  { most, least }: { most: number; least: number },
): number | undefined {
  if (benchmark === undefined || at < least) return undefined;
  let [count, meanOwn, meanMarket, together, alone] = [0, 0, 0, 0, 0];
  for (let k = Math.max(1, at - most + 1); k <= at; k++) {
    const own = step(bars, k);
    const market = stepBetween(benchmark.bars, bars[k - 1], bars[k]);
    if (own === undefined || market === undefined) continue;
    count += 1;
    const off = market - meanMarket;
    meanMarket += off / count;
    meanOwn += (own - meanOwn) / count;
    together += off * (own - meanOwn);
    alone += off * (market - meanMarket);
  }
  return count >= least && alone > 0 ? together / alone : undefined;
}

/**
 * Return between two days, from the last bar on or before each.
 * @returns `undefined` when the first day lies before the first bar.
 */
export function returnBetween(bars: readonly Bar[], from: string, to: string): number | undefined {
  const [start, end] = [bars[lastBy(bars, from)], bars[lastBy(bars, to)]];
  return start && end && end.close / start.close - 1;
}

/** Return of a bar over the previous one. */
function step(bars: readonly Bar[], at: number): number | undefined {
  const [before, bar] = [bars[at - 1], bars[at]];
  return before && bar && bar.close / before.close - 1;
}

/** The market's return of a bar, if it begins and ends on the same days. */
function stepBetween(bars: readonly Bar[], from: Bar | undefined, to: Bar | undefined): number | undefined {
  const at = to === undefined ? -1 : lastBy(bars, to.date);
  const isSame = bars[at]?.date === to?.date && bars[at - 1]?.date === from?.date;
  return isSame ? step(bars, at) : undefined;
}

/** Index of the last bar on or before a day; -1 when there is none. */
function lastBy(bars: readonly Bar[], day: string): number {
  let [low, high] = [-1, bars.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bars[middle]?.date ?? "") <= day) low = middle;
    else high = middle - 1;
  }
  return low;
}
