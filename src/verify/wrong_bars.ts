import type { Bar, PriceSeries } from "../data/dataset.ts";
import { barsOf } from "../data/series.ts";
import { soundOf } from "./domains/soundness.ts";

/** Tolerance for prices rounded to six digits. */
const ROUNDING = 1e-5;
const SPIKE = "close jumps and is back on the next bar";

/**
 * Finds implausible bars: prices outside low to high, a jump and back, dates repeated or out of order.
 * @param series One series.
 * @returns One line for each, with its date.
 */
export function wrongBars(series: PriceSeries): readonly string[] {
  const known = found.get(series) ?? look(series);
  found.set(series, known);
  return known;
}

const found = new WeakMap<PriceSeries, readonly string[]>();

function look(series: PriceSeries): readonly string[] {
  const bars = barsOf(series);
  const spikes = new Set(soundOf(series).doubtful.filter(({ doubt }) => doubt === "spike").map(({ day }) => day));
  return bars.flatMap((bar, at) => {
    const defects = [outOfRange(bar), outOfOrder(bars[at - 1], bar), spikes.has(bar.date) ? SPIKE : undefined];
    const found = defects.filter((defect) => defect !== undefined);
    return found.length === 0 ? [] : [`${series.ticker} ${bar.date}: ${found.join(", ")}`];
  });
}

function outOfRange({ open, high = Infinity, low = 0, close }: Bar): string | undefined {
  const isInside = (price: number) => low <= price * (1 + ROUNDING) && price <= high * (1 + ROUNDING);
  if (!(close > 0)) return "close is not above 0";
  if (low > high * (1 + ROUNDING)) return "low is above high";
  if (!isInside(close)) return "close is outside low to high";
  return open === undefined || isInside(open) ? undefined : "open is outside low to high";
}

function outOfOrder(before: Bar | undefined, { date }: Bar): string | undefined {
  if (before === undefined || before.date < date) return undefined;
  return before.date === date ? "date is repeated" : "date is out of order";
}
