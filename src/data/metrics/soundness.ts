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

/** The days that a window of sessions which a question asks for may span: as many as real ones, and some more. */
export function askedSpan(sessions: number): Span {
  const usual = (sessions * 365.25) / 252;
  return { least: usual - 15, most: usual + 25 };
}

/** A formula with the days that its window may span in place of `; spans 252`, or of `; spans 252 alone` without months. */
export function withSpans(formula: string): string {
  return formula.replace(/; spans (\d+)( alone)?/, (_, bars: string, alone?: string) => {
    const { least, most } = DAILY_SPANS[Number(bars)] ?? { least: NaN, most: NaN };
    const months = alone === undefined ? `, months their length within ${MONTHLY_SPAN.within} days` : "";
    return `; ${bars} daily bars span ${least} to ${most} days${months}`;
  });
}

/** Mean length of a month, and how many days a window of whole months may differ from their sum; real: 4 at most. */
export const MONTHLY_SPAN = { days: 30.436875, within: 15 } as const;

/**
 * A daily move beyond `move` that no trading explains is doubted, and so is any of a month beyond `monthly` times: seven of
 * 42,588 real ones, where 94 of 100 splits of two lie. If the bar after a daily one is within `back` of the level before,
 * the bar between is a spike and is left out: LNT. In windows the bar before it counts again.
 */
export const JUMP = { move: 0.4, back: 0.1, monthly: 1.8 } as const;

/**
 * What is doubted of a day below that line: a step, where close and open lie at least `step` times above or below the close
 * before, as on a split of 3 for 2 with a move of 15%; without an open a close within `closeWithin` of a factor times
 * the last, or of its inverse, or within `restatedWithin` of a ratio that a report states. Beyond `farthest` times a move
 * of a day always is. The largest real one is 2.7 times (NI's spin-off).
 */
export const SPLIT = {
  step: 1.3,
  factors: [1.5, 2, 3, 4, 5, 7, 8, 10, 15, 20, 100, 1000],
  closeWithin: 0.03,
  restatedWithin: 0.18,
  farthest: 10,
} as const;

/**
 * Trading explains a daily move: at least `times` the median of the `bars` before, of which `least` have a volume, in
 * shares and in money, within `days` of the last. A split multiplies the shares and not the money. Real: four moves beyond
 * 40% have 14 to 17 times, eight splits, spin-offs and wrong rows 0.6 to 3.6 times.
 */
export const TRADED = { times: 5, bars: 60, least: 20, days: 7 } as const;

/**
 * Where at least `names` move by more than `move` on a day and are within `back` of the close before on the next bar, such
 * a bar is left out, unless it trades `times` its median, as in a crash. Real: five on 14 September 2017, 0.7 to 1.2 times.
 */
export const REVERSAL = { move: 0.15, back: 0.03, names: 3, times: 2 } as const;

/** Least bars with the same days and closes, on so many levels, and most that one has more, of one series under two names. */
export const TWIN = { bars: 60, levels: 20, lag: 5 } as const;

/**
 * A bar is impossible if its close is outside low to high, or its low above its high, by more than `rounding`. What
 * stands on one that is off by more than `far`, or on two of them, is not computed. Real: 9 bars, each alone, on days of
 * spin-offs; one of them, off by 96%, is LNT's spike, the others are off by 0.3 to 9%.
 */
export const IMPOSSIBLE = { rounding: 1e-5, far: 0.1 } as const;

/** Bars in a row without a move and without volume after which a stock is dead; real: 3 without a move. */
export const STILL: Readonly<Record<"daily" | "monthly", number>> = { daily: 20, monthly: 6 };

/**
 * Days after its last bar from which a series says nothing about the day: the longest hole in real daily bars is 17
 * days, and month-ends older than the horizon of three months tell nothing about it.
 */
export const OLD_AFTER_DAYS: Readonly<Record<"daily" | "monthly", number>> = { daily: 30, monthly: 92 };

/** Least share of the daily returns of a window that must pair with the benchmark's for beta: 240 of a year. */
export const LEAST_PAIRS = 240 / 252;

/** Most days between the day of a close and the benchmark's last close on or before it. */
export const BENCHMARK_LAG_DAYS: Readonly<Record<"daily" | "monthly", number>> = { daily: 17, monthly: 15 };
