import type { PriceSeries } from "./dataset.ts";
import { dayNumber } from "../calendar/day.ts";
import { SPLIT_TAG } from "./metrics/items.ts";
import type { Records, StockSplit } from "./records.ts";
import { countUntil } from "./series.ts";

/**
 * The splits after a day that the closes of a file are adjusted for: their days are among its bars, and no close moves by
 * their ratio there. Of a later split a file says nothing.
 *
 * Beside those recorded there are ratios that only reports state, by the first day on which one is known: of these some
 * bar would move between the days, if the closes were not adjusted.
 * @param whole The series with all bars of its file.
 * @param after In days since 1 January 1970.
 */
export function splitsHeldBy(
  whole: PriceSeries,
  { splits, facts }: Pick<Records, "splits" | "facts">,
  after: number,
): readonly StockSplit[] {
  const { days } = whole;
  const last = days.at(-1) ?? -Infinity;
  const isWithin = ({ day }: StockSplit) => dayNumber(day) > after && dayNumber(day) <= last;
  const recorded = splits.filter((one) => isWithin(one) && !moves(whole, { on: dayNumber(one.day), ratio: one.ratio }));
  const stated = facts.filter(({ tag, value }) => tag === SPLIT_TAG && value > 0).map(({ known, value, source }) => (
    { day: known, ratio: value, known, source }
  )).sort((one, other) => one.day < other.day ? -1 : 1);
  const only = stated.filter((one, at) => {
    const isFirst = [...splits, ...stated.slice(0, at)].every(({ ratio }) => ratio !== one.ratio);
    const between = isFirst && isWithin(one)
      ? days.subarray(countUntil(days, after), countUntil(days, dayNumber(one.day)))
      : [];
    return between.length > 0 && between.every((on) => !moves(whole, { on, ratio: one.ratio }));
  });
  return [...recorded, ...only];
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
