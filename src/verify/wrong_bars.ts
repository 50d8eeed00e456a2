import type { PriceSeries } from "../data/dataset.ts";
import { onceEach } from "../data/once_each.ts";
import { dayAt } from "../data/series.ts";
import { soundOf } from "./domains/soundness.ts";

/** Tolerance for prices rounded to six digits. */
const ROUNDING = 1e-5;
const SPIKE = "close jumps and is back on the next bar";

/**
 * Finds implausible bars: prices outside low to high, a jump and back, dates repeated or out of order.
 * @param series One series.
 * @returns One line for each, with its date.
 */
export const wrongBars = onceEach((series: PriceSeries): readonly string[] => {
  const spikes = new Set(soundOf(series).doubtful.filter(({ doubt }) => doubt === "spike").map(({ day }) => day));
  const lines: string[] = [];
  for (let at = 0; at < series.close.length; at++) {
    const defects = [outOfRange(series, at), outOfOrder(series.days, at)].filter((defect) => defect !== undefined);
    if (spikes.size > 0 && spikes.has(dayAt(series, at))) defects.push(SPIKE);
    if (defects.length > 0) lines.push(`${series.ticker} ${dayAt(series, at)}: ${defects.join(", ")}`);
  }
  return lines;
});

/** A price that is unknown, NaN, is in no order and so never wrong. */
function outOfRange({ open, high, low, close }: PriceSeries, at: number): string | undefined {
  const lowest = low?.[at] ?? NaN;
  const highest = (high?.[at] ?? NaN) * (1 + ROUNDING);
  const isOutside = (price: number) => lowest > price * (1 + ROUNDING) || price > highest;
  const own = close[at] ?? NaN;
  if (!(own > 0)) return "close is not above 0";
  if (lowest > highest) return "low is above high";
  if (isOutside(own)) return "close is outside low to high";
  return isOutside(open?.[at] ?? NaN) ? "open is outside low to high" : undefined;
}

function outOfOrder(days: Int32Array, at: number): string | undefined {
  const before = days[at - 1] ?? -Infinity;
  const own = days[at] ?? NaN;
  if (own > before) return undefined;
  return own === before ? "date is repeated" : "date is out of order";
}
