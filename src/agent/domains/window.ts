import type { PriceSeries } from "../../data/dataset.ts";
import { daysBetween } from "../../calendar/day.ts";
import {
  DAILY_SPANS,
  IMPOSSIBLE,
  MONTHLY_SPAN,
  OLD_AFTER_DAYS,
  type Span,
  STILL,
} from "../../data/metrics/soundness.ts";
import { HAIR } from "../../data/metrics/metric.ts";
import { dayAt, lastDay } from "../../data/series.ts";
import type { Columns } from "./columns.ts";
import type { Lack } from "./reading.ts";
import type { Mark } from "./soundness.ts";

/** Why a series that ends long before a day says nothing about it; `undefined` when it may. */
export function lackOfAge(series: PriceSeries, asOf: string): Lack | undefined {
  const last = lastDay(series);
  const most = OLD_AFTER_DAYS[series.frequency];
  if (daysBetween(last, asOf) <= most) return undefined;
  const lacks = `needs a bar within ${most} days of ${asOf}, has the last on ${last}`;
  return { cause: "stale_prices", lacks, days: [last] };
}

/**
 * Why the last bars up to a position cannot carry a figure; `undefined` when they can.
 * @param count Closes in the window: one more than its returns.
 */
export function lackOfWindow(columns: Bars, count: number, position: number): Lack | undefined {
  const has = position + 1;
  if (has < count) return { cause: "history", lacks: `needs ${count} bars, has ${has}` };
  const window = { first: has - count, last: position };
  return lackOfTrade(columns, window) ?? lackOfTime(columns, window) ?? lackOfMarks(columns, window);
}

/** The columns that tell whether a window can carry a figure. */
type Bars = Pick<Columns, "sound" | "days" | "frequency">;

/** A window, as indexes of its first and its last close. */
interface Window {
  readonly first: number;
  readonly last: number;
}

function lackOfTrade({ sound: { still, series } }: Bars, { first, last }: Window): Lack | undefined {
  const count = STILL[series.frequency];
  const run = still.find((one) => {
    const end = Math.min(one.last, last);
    return end - Math.max(one.first, first) >= count || end === last && last - one.first >= count;
  });
  if (run === undefined) return undefined;
  const days = [dayAt(series, run.first), dayAt(series, Math.min(run.last, last))];
  return { cause: "not_trading", lacks: `needs trades, has no move and no volume from ${days.join(" to ")}`, days };
}

/** Whether the days between the ends of a window are too few or too many for its number of bars. */
export function spansOtherTime({ sound: { series }, days }: Bars, { first, last }: Window): boolean {
  const span = spanOf(series.frequency, last - first + 1);
  const has = (days[last] ?? NaN) - (days[first] ?? NaN);
  return span !== undefined && !(span.least <= has && has <= span.most);
}

function lackOfTime(bars: Bars, window: Window): Lack | undefined {
  const { sound: { series }, days } = bars;
  const { first, last } = window;
  const span = spanOf(series.frequency, last - first + 1);
  if (span === undefined || !spansOtherTime(bars, window)) return undefined;
  const has = (days[last] ?? NaN) - (days[first] ?? NaN);
  const ends = [dayAt(series, first), dayAt(series, last)];
  const wanted = `${last - first + 1} bars over ${Math.ceil(span.least)} to ${Math.floor(span.most)} days`;
  return { cause: "irregular_bars", lacks: `needs ${wanted}, has them over ${has}, ${ends.join(" to ")}`, days: ends };
}

/** The days that so many closes may span; `undefined` for a single one. */
function spanOf(frequency: Columns["frequency"], closes: number): Span | undefined {
  if (frequency === "daily") return DAILY_SPANS[closes - 1] ?? DAILY_SPANS[closes];
  const middle = (closes - 1) * MONTHLY_SPAN.days;
  return closes < 2 ? undefined : { least: middle - MONTHLY_SPAN.within, most: middle + MONTHLY_SPAN.within };
}

function lackOfMarks({ sound: { impossible, splits, series: { twins } } }: Bars, window: Window): Lack | undefined {
  if (twins) {
    return { cause: "bars", lacks: `needs bars of its own, has those of ${listed(twins)} on every day`, days: [] };
  }
  const wrong = within(impossible, window);
  if (wrong.length > 1 || wrong.some(({ move }) => move > IMPOSSIBLE.far + HAIR)) {
    const days = wrong.map(({ day }) => day);
    return { cause: "bars", lacks: `needs possible prices, has a close outside low to high on ${listed(days)}`, days };
  }
  const first = window.first === window.last ? window.first : window.first + 1; // a move counts where both its closes do
  const days = within(splits, { ...window, first }).map(({ day }) => day);
  if (days.length === 0) return undefined;
  const lacks = `needs adjusted closes, has a move that nothing explains on ${listed(days)}`;
  return { cause: "split", lacks, days };
}

function within(marks: readonly Mark[], { first, last }: Window): readonly Mark[] {
  return marks.filter(({ at }) => at >= first && at <= last);
}

function listed(days: readonly string[]): string {
  return days.length > 3 ? `${days.slice(0, 3).join(", ")} and ${days.length - 3} more days` : days.join(", ");
}
