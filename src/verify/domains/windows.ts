import type { PriceSeries } from "../../data/dataset.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import { causeIn } from "./soundness.ts";

/** The last `count` closes up to a bar, if there are enough and they can carry a figure. */
export function closesUpTo(series: PriceSeries, at: number, count: number): readonly number[] | Cause {
  const first = at - count + 1;
  if (first < 0) return "history";
  return causeIn(series, first, at) ?? Array.from(series.close.subarray(first, at + 1));
}

/** The last `count` simple returns up to a bar, if there are enough. */
export function returnsUpTo(series: PriceSeries, at: number, count: number): readonly number[] | Cause {
  const closes = closesUpTo(series, at, count + 1);
  return typeof closes === "string"
    ? closes
    : closes.flatMap((close, k) => k === 0 ? [] : close / (closes[k - 1] ?? NaN) - 1);
}

/** Close times volume of the last `count` bars, if each has a volume. */
export function tradedUpTo(series: PriceSeries, at: number, count: number): readonly number[] | Cause {
  const closes = closesUpTo(series, at, count);
  if (typeof closes === "string") return closes;
  const traded = closes.map((price, k) => price * (series.volume?.[at - count + 1 + k] ?? NaN));
  return traded.some(Number.isNaN) ? "volume" : traded;
}
