import type { PriceSeries } from "./dataset.ts";
import { dayNumber } from "../calendar/day.ts";
import type { StockSplit } from "./records.ts";
import { countUntil } from "./series.ts";

/**
 * The splits after a day that the closes of a file are adjusted for: their days are among its bars, and the close does not
 * move by their ratio there. Of a later split a file says nothing.
 * @param whole The series with all bars of its file.
 * @param after In days since 1 January 1970.
 */
export function splitsHeldBy(whole: PriceSeries, splits: readonly StockSplit[], after: number): readonly StockSplit[] {
  const last = whole.days.at(-1) ?? -Infinity;
  return splits.filter(({ day, ratio }) => {
    const on = dayNumber(day);
    return on > after && on <= last && !moves(whole, { on, ratio });
  });
}

/** Whether the move over a day is nearer to that of a split than to none. */
function moves(
  { days, close }: PriceSeries,
  { on, ratio }: { readonly on: number; readonly ratio: number },
): boolean {
  const at = countUntil(days, on - 1);
  const move = Math.log((close[at] ?? NaN) / (close[at - 1] ?? NaN));
  return Math.abs(move + Math.log(ratio)) < Math.abs(move);
}
