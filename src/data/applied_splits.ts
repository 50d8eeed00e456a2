import type { PriceSeries } from "./dataset.ts";
import { dayNumber } from "../calendar/day.ts";
import { itemOf, SPLIT_TAG } from "./metrics/items.ts";
import { SPLIT } from "./metrics/soundness.ts";
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
export function splitsAlreadyApplied(
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

/**
 * A daily series with the days of steps without an open that reports prove to be those of a split: between the days on
 * which two of them are filed, of which the later states a count of shares of one period again, by such a ratio.
 * @param records Called only where there is such a step; those known on the last day.
 */
export function withRestated(series: PriceSeries, records: () => Pick<Records, "facts">): PriceSeries {
  const { days, close, open, frequency } = series;
  const farOf = (at: number) => times((close[at] ?? NaN) / (close[at - 1] ?? NaN));
  const isStep = (_: number, at: number) => Number.isNaN(open?.[at] ?? NaN) && farOf(at) >= SPLIT.step;
  const steps = frequency === "daily" ? days.filter(isStep) : days.subarray(0, 0);
  if (steps.length === 0) return series;
  const counts = records().facts.filter(({ tag }) => COUNT_TAGS.has(tag));
  const stated = [...Map.groupBy(counts, ({ tag, start, end, share }) => [tag, start, end, share].join()).values()];
  const splits = stated.flatMap((facts) => facts.slice(1).map((fact, at) => ({ before: facts[at] ?? fact, fact })))
    .filter(({ before, fact }) => times(fact.value / before.value) >= SPLIT.step);
  const restated = steps.filter((day) =>
    splits.some(({ before, fact }) =>
      dayNumber(before.filed) < day && day <= dayNumber(fact.filed) &&
      times(farOf(countUntil(days, day) - 1) / times(fact.value / before.value)) <= 1 + SPLIT.restatedWithin
    )
  );
  return restated.length === 0 ? series : { ...series, restated: new Set(restated) };
}

const COUNT_TAGS = new Set(
  (["shares_diluted", "shares_basic", "shares_outstanding"] as const).flatMap((id) => itemOf(id).tags),
);

function times(ratio: number): number {
  return Math.max(ratio, 1 / ratio);
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
