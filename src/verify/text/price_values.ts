import type { ItemValue } from "./item_values.ts";
import { countWhere } from "../compare.ts";
import { dayNumber, dayText } from "../../calendar/day.ts";
import type { DatasetView, PriceSeries } from "../../data/dataset.ts";
import { headOf } from "../../data/metrics/asked_names.ts";
import type { MetricId } from "../../data/metrics/metric.ts";
import type { Days } from "../../data/question/calendar.ts";
import { doubtBetween } from "../domains/soundness.ts";
import { Ground, KNOWLEDGE } from "../knowledge.ts";
import { expectedIn } from "../recompute.ts";
import { shownFigure } from "../shown.ts";

/** What the data say that a text may mean. */
export interface PriceValue extends ItemValue {
  /** It may be meant, though seldom: it saves a figure from being refused, and proves none. */
  readonly isSeldom?: boolean;
  /** Why it is not believed: it proves and refuses nothing. */
  readonly doubt?: string | undefined;
}

/** Farthest days from a named one to the bar that stands for it. */
const NEAR_DAYS = { daily: 5, monthly: 4 } as const;

/** The returns over some days, of each series, from the last close before them and from that of their first. */
export function returnsOver(view: DatasetView, ticker: string, { from, to }: Days): readonly PriceValue[] {
  return view.prices(ticker).flatMap((series) => {
    const last = barOn(series, dayNumber(to));
    const before = barOn(series, dayNumber(from) - 1);
    const bases = new Set([before, barOn(series, dayNumber(from))]);
    return [...bases].flatMap((base): PriceValue[] => {
      if (base === undefined || last === undefined || base >= last) return [];
      const value = (series.close[last] ?? NaN) / (series.close[base] ?? NaN) - 1;
      const first = dayOf(series, base);
      const end = dayOf(series, last);
      return Number.isFinite(value)
        ? [{
          value,
          source: series.source,
          doubt: doubtBetween(series, first, end),
          isSeldom: base !== before && before !== undefined && from.endsWith("-01"),
          says: () =>
            `the return of ${ticker} from the close of ${first} to that of ${end} is ${(100 * value).toFixed(1)}%`,
        }]
        : [];
    });
  });
}

/** The close of a day, of the series whose closes are those that were paid. */
export function closesOn(view: DatasetView, ticker: string, day: string): readonly PriceValue[] {
  return paid(view, ticker).flatMap((series) => {
    const at = barOn(series, dayNumber(day));
    return at === undefined ? [] : [closeAt(series, at)];
  });
}

/** Every close of those series, the newest first. */
export function everyClose(view: DatasetView, ticker: string): readonly PriceValue[] {
  return paid(view, ticker).flatMap((series) =>
    Array.from(series.close.keys(), (_, at) => closeAt(series, series.close.length - 1 - at))
  );
}

function paid(view: DatasetView, ticker: string): readonly PriceSeries[] {
  return view.prices(ticker).filter(({ basis, frequency }) => basis === "price" && frequency === "daily");
}

function closeAt(series: PriceSeries, at: number): PriceValue {
  const value = series.close[at] ?? NaN;
  return {
    value,
    currency: series.currency,
    source: series.source,
    doubt: doubtBetween(series, dayOf(series, at), dayOf(series, at)),
    says: () =>
      `the close of ${series.ticker} on ${dayOf(series, at)} is ${
        shownFigure({ unit: "currency", decimals: 2, formula: "" }, value, {
          metric: "close",
          currency: series.currency,
        })
      }`,
  };
}

/** A measure as of the day of the view: alone, and as it is compared with companies that have month-ends alone. */
export function measureValues(
  metric: MetricId,
  ticker: string,
  { view, beside }: { readonly view: DatasetView; readonly beside: readonly string[] },
): readonly PriceValue[] {
  const sets = [[ticker], ...beside.filter((one) => one !== ticker).map((one) => [ticker, one])];
  return sets.flatMap((companies): PriceValue[] => {
    const found = expectedIn({ metric, about: [ticker], of: undefined }, new Ground(view, { companies }, KNOWLEDGE));
    if ("problem" in found || typeof found.value !== "number") return [];
    const { value, shown, currency, as_of, origin = "" } = found;
    return [{
      value,
      source: origin,
      ...(currency !== undefined && { currency }),
      says: () => `${headOf(metric)} of ${ticker} is ${shown} as of ${as_of}`,
    }];
  });
}

/** The last bar on or before a day, where it is near. */
function barOn({ days, frequency }: PriceSeries, day: number): number | undefined {
  const at = countWhere(days, (one) => one <= day) - 1;
  return at >= 0 && day - (days[at] ?? -Infinity) <= NEAR_DAYS[frequency] ? at : undefined;
}

function dayOf({ days }: PriceSeries, at: number): string {
  return dayText(days[at] ?? 0);
}
