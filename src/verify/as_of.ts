import type { Frequency, PriceSeries } from "../data/dataset.ts";
import { dayNumber, daysBetween, dayText } from "../calendar/day.ts";
import { lastDay } from "../data/series.ts";

/** The number of series checked, and those that reach beyond the as-of day. */
export interface AsOfResult {
  readonly total: number;
  readonly violations: readonly string[];
}

/**
 * Finds series with a bar after the as-of day.
 * @param series All series used.
 * @param asOf `YYYY-MM-DD`.
 */
export function barsLaterThan(series: readonly PriceSeries[], asOf: string): AsOfResult {
  const end = dayNumber(asOf);
  const late = series.flatMap(({ ticker, days }) => {
    const day = days.find((one) => one > end);
    return day === undefined ? [] : [`${dayText(day)} (bar of ${ticker})`];
  });
  return { total: series.length, violations: late };
}

/** Calendar days after which a close is stale: three sessions and a weekend, or a month. */
const LIMIT_DAYS: Readonly<Record<Frequency, number>> = { daily: 5, monthly: 35 };

/** How recent the data are. */
interface Freshness {
  /** Mean of limit / age over the series, each at most 1; 0 without a series. */
  readonly mean: number;
  /** One sentence for each series older than its limit. */
  readonly stale: readonly string[];
}

/**
 * Compares the newest bar of each series with the as-of day.
 * @param series All series used.
 * @param asOf `YYYY-MM-DD`.
 */
export function freshnessOf(series: readonly PriceSeries[], asOf: string): Freshness {
  if (series.length === 0) return { mean: 0, stale: [] };
  const ages = series.map((one) => ({
    ...one,
    limit: LIMIT_DAYS[one.frequency],
    age: daysBetween(lastDay(one), asOf),
  }));
  const shares = ages.map(({ limit, age }) => age <= limit ? 1 : limit / age || 0);
  const stale = ages.filter(({ limit, age }) => !(age <= limit)).map((one) =>
    `${one.ticker}: the newest ${one.frequency} bar is of ${lastDay(one)}, ${one.age} days before ${asOf}`
  );
  return { mean: shares.reduce((one, other) => one + other) / shares.length, stale };
}
