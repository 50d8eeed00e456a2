import type { Statement } from "../data/claim.ts";
import type { PriceSeries } from "../data/dataset.ts";
import { plainMarks } from "./scan.ts";

const DATES = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g;

/** Everything with a date that was looked at, and what lies after the day. */
export interface AsOfResult {
  readonly total: number;
  readonly violations: readonly string[];
}

/**
 * Finds dates in sentences that lie after the day something is known.
 * @param statement A sentence and its claims.
 * @param asOf The day, `YYYY-MM-DD`.
 */
export function laterThan({ text, claims }: Statement, asOf: string): AsOfResult {
  const written = [...plainMarks(text).matchAll(DATES)].map(([date]) => ({ date, where: "in the text" }));
  const claimed = claims.flatMap(({ id, as_of, unit, value }) => [
    { date: as_of, where: `as_of of ${id}` },
    ...(unit === "date" ? [{ date: String(value), where: `value of ${id}` }] : []),
  ]);
  const all = [...written, ...claimed];
  const late = all.filter(({ date }) => date > asOf);
  return { total: all.length, violations: late.map(({ date, where }) => `${date} (${where})`) };
}

/**
 * Finds series that show a bar after the day.
 * @param series Every series used.
 * @param asOf The day, `YYYY-MM-DD`.
 */
export function barsLaterThan(series: readonly PriceSeries[], asOf: string): AsOfResult {
  const late = series.flatMap(({ ticker, bars }) => {
    const bar = bars.find(({ date }) => date > asOf);
    return bar ? [`${bar.date} (bar of ${ticker})`] : [];
  });
  return { total: series.length, violations: late };
}
