/**
 * When the bars of a series can carry a figure. Each limit was chosen on 619,040 real bars of 505 companies
 * (2013 to 2018); `tests/data/real_bars_test.ts` counts what they stop there.
 */

/** Least and most calendar days between the first and the last bar of a window. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/**
 * Spans of windows of daily bars, by the number of returns in the window; a window of so many closes has one return
 * fewer, and the same span. Real: 28 to 46, 84 to 105, 284 to 308 and 361 to 384 days, two holes of 17 days included.
 */
export const DAILY_SPANS: Readonly<Record<number, Span>> = {
  21: { least: 26, most: 48 },
  60: { least: 80, most: 110 },
  200: { least: 275, most: 315 },
  252: { least: 355, most: 390 },
};

/** Completes a formula: the days that its window may span. */
export function spanning(bars: 21 | 60 | 200 | 252, { monthly = true }: { readonly monthly?: boolean } = {}): string {
  const { least, most } = DAILY_SPANS[bars] ?? { least: NaN, most: NaN };
  const months = monthly ? `, months their length within ${MONTHLY_SPAN.within} days` : "";
  return `; ${bars} daily bars span ${least} to ${most} days${months}`;
}

/** Mean length of a month, and how many days a window of whole months may differ from their sum; real: 4 at most. */
export const MONTHLY_SPAN = { days: 30.436875, within: 15 } as const;

/**
 * A move that looks like a split, a consolidation or a slip of the unit: the close is within `closeWithin` of a factor
 * times the last close, or of its inverse, and the open, where it is known, within `openWithin` of it. Without an open
 * a factor of 1.5 cannot be told from a crash and is a jump. A move beyond `farthest` times, up or down, always counts;
 * the largest real one of a day is 2.7 times, of a month 2.6 times (both NI's spin-off), else 2.4 times in 32 years of months.
 * Real: DISCA, DISCK and EVHC, and LNT on the way back from a wrong close.
 */
export const SPLIT = {
  factors: [1.5, 2, 3, 4, 5, 7, 8, 10, 15, 20, 100, 1000],
  closeWithin: 0.03,
  openWithin: 0.1,
  least: 1.75,
  farthest: { daily: 10, monthly: 2.5 },
} as const;

/**
 * Any other daily move beyond `move` is a jump, and a monthly one beyond `monthly` times: nothing in the data explains it. If the bar after it is within `back`
 * of the level before, the bar between is a spike and is left out. Real: 8 moves, of which LNT and NWL are spikes.
 */
export const JUMP = { move: 0.4, back: 0.1, monthly: 1.8 } as const;

/**
 * A bar is impossible if its close is outside low to high, or its low above its high, by more than `rounding`. What
 * stands on one that is off by more than `far`, or on two of them, is not computed. Real: 9 bars, each alone, on days of
 * spin-offs; one of them, off by 96 %, is LNT's spike, the others are off by 0.3 to 9 %.
 */
export const IMPOSSIBLE = { rounding: 1e-5, far: 0.1 } as const;

/** Bars in a row without a move and without volume after which a stock is dead; real: 3 without a move. */
export const STILL: Readonly<Record<"daily" | "monthly", number>> = { daily: 20, monthly: 6 };

/**
 * Days after its last bar from which a series says nothing about the day: the longest hole in real daily bars is 17
 * days, and month-ends older than the horizon of three months tell nothing about it.
 */
export const OLD_AFTER_DAYS: Readonly<Record<"daily" | "monthly", number>> = { daily: 30, monthly: 92 };

/** Least returns of a year that must pair with the benchmark's for beta. */
export const LEAST_PAIRS = 240;

/** Most days between the day of a close and the benchmark's last close on or before it. */
export const BENCHMARK_LAG_DAYS: Readonly<Record<"daily" | "monthly", number>> = { daily: 17, monthly: 15 };
