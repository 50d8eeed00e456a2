import type { PriceSeries } from "../data/dataset.ts";

/** @returns The last `count` closes up to a bar, when there are as many. */
export function closesUpTo(series: PriceSeries, at: number, count: number): number[] | undefined {
  const first = at - count + 1;
  return first < 0 ? undefined : series.bars.slice(first, at + 1).map(({ close }) => close);
}

/** @returns The last `count` simple returns up to a bar, when there are as many. */
export function returnsUpTo(series: PriceSeries, at: number, count: number): number[] | undefined {
  return closesUpTo(series, at, count + 1)?.flatMap((close, k, closes) =>
    k === 0 ? [] : close / (closes[k - 1] ?? NaN) - 1
  );
}

/** @returns Close times volume of the last `count` bars, when each has a volume. */
export function tradedUpTo(series: PriceSeries, at: number, count: number): number[] | undefined {
  const first = at - count + 1;
  if (first < 0) return undefined;
  const traded = series.bars.slice(first, at + 1).flatMap(({ close, volume }) =>
    volume === undefined ? [] : close * volume
  );
  return traded.length === count ? traded : undefined;
}
