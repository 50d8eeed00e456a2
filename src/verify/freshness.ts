import type { Frequency, PriceSeries } from "../data/dataset.ts";
import { lastDay } from "./subject.ts";

/** Calendar days after which a close is old: three sessions with a weekend between, and a month. */
const LIMIT_DAYS: Readonly<Record<Frequency, number>> = { daily: 5, monthly: 35 };
const MS_PER_DAY = 86_400_000;

/** How new the data are. */
export interface Freshness {
  /** Mean over the series of limit over age, none above 1; 0 without a series. */
  readonly mean: number;
  /** One sentence for each series that is older than its limit. */
  readonly stale: readonly string[];
}

/**
 * Compares the newest bar of each series with the day.
 * @param series Every series used.
 * @param asOf The day, `YYYY-MM-DD`.
 */
export function freshnessOf(series: readonly PriceSeries[], asOf: string): Freshness {
  if (series.length === 0) return { mean: 0, stale: [] };
  const ages = series.map((one) => ({
    ...one,
    limit: LIMIT_DAYS[one.frequency],
    age: (Date.parse(asOf) - Date.parse(lastDay(one))) / MS_PER_DAY,
  }));
  const shares = ages.map(({ limit, age }) => age <= limit ? 1 : limit / age || 0);
  const stale = ages.filter(({ limit, age }) => !(age <= limit)).map((one) =>
    `${one.ticker}: the newest ${one.frequency} bar is of ${lastDay(one)}, ${one.age} days before ${asOf}`
  );
  return { mean: shares.reduce((one, other) => one + other) / shares.length, stale };
}
