import type { Bar, PriceSeries } from "../data/dataset.ts";
import { barsOf } from "../data/series.ts";

/** A move this large that is reversed by the next bar is usually a data error. */
const JUMP = 0.4;
/** Reversed: this close to the level before. */
const BACK = 0.1;
/** Tolerance for prices rounded to six digits. */
const ROUNDING = 1e-5;

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
  return bars.flatMap((bar, at) => {
    const defects = [outOfRange(bar), outOfOrder(bars[at - 1], bar), jumpAndBack(bars[at - 1], bar, bars[at + 1])];
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

function jumpAndBack(before: Bar | undefined, { close }: Bar, after: Bar | undefined): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const jumped = Math.abs(close / before.close - 1) > JUMP;
  const returned = Math.abs(after.close / before.close - 1) < BACK;
  return jumped && returned ? "close jumps and is back on the next bar" : undefined;
}
