import type { SeriesName, StoredSeries } from "./dataset.ts";
import { countUntil } from "./series.ts";

/** What series have in common of which one serves. */
export function keyOf({ ticker, frequency, basis }: SeriesName): string {
  return `${ticker} ${frequency} ${basis}`;
}

/** What a series has up to a day. */
export interface Reach {
  /** Number of its bars on or before the day. */
  readonly count: number;
  /** Day of the newest of them, in days since 1 January 1970; -Infinity without one. */
  readonly newest: number;
}

/** What a series has on or before a day; its bars after it say nothing. */
export function reachOf(series: StoredSeries, day: number): Reach {
  if (series.last <= day) return { count: series.count, newest: series.last };
  if (series.first > day) return { count: 0, newest: -Infinity };
  const days = series.days();
  const count = countUntil(days, day);
  return { count, newest: days[count - 1] ?? -Infinity };
}

/**
 * The series that serves among those of several files: the one with the newest bar on or before the day, then the one
 * with more bars up to it, then the first. A series comes from a single file, because two may be adjusted for splits on
 * different days.
 * @param offers Series with the same key, in order of their files.
 * @param day In days since 1 January 1970.
 * @returns `undefined` when none has a bar on or before the day.
 */
export function servingOf(offers: readonly StoredSeries[], day: number): StoredSeries | undefined {
  const seen = offers.filter(({ first }) => first <= day);
  if (seen.length < 2) return seen[0];
  const reaches = seen.map((offer) => ({ offer, ...reachOf(offer, day) }));
  return reaches.reduce((best, one) => isBetter(one, best) ? one : best).offer;
}

function isBetter(one: Reach, other: Reach): boolean {
  return one.newest > other.newest || one.newest === other.newest && one.count > other.count;
}
