import type { PriceSeries } from "../../data/dataset.ts";
import { dayNumber } from "../../calendar/day.ts";
import { FARTHEST_MOVE } from "../../data/metrics/bars.ts";
import { STILL } from "../../data/metrics/soundness.ts";
import type { Reader, Readers } from "./reader.ts";
import { type Doubt, type DoubtfulBar, soundOf, spansItsName } from "./soundness.ts";

/** Bars of the past year daily, of the past three monthly: those that figures rest on. */
export const YEAR = { daily: 252, monthly: 36 } as const;
const WINDOWS = { daily: [252, 60, 21], monthly: [12, 1] } as const;

/** Doubtful bars of the past year, in order of day. */
export function doubtsOfYear(series: PriceSeries, at = series.close.length - 1): readonly DoubtfulBar[] {
  const before = at - YEAR[series.frequency];
  return soundOf(series).doubtful.filter((one) => one.at > before && one.at <= at);
}

function last(wanted: Doubt, read: (bar: DoubtfulBar) => number | undefined): Reader {
  return ({ series }, at) => {
    const bar = doubtsOfYear(series, at).filter(({ doubt }) => doubt === wanted).at(-1);
    return (bar && read(bar)) ?? "comparison";
  };
}

const dayOf = ({ day }: DoubtfulBar) => dayNumber(day);
const sizeOf = ({ size }: DoubtfulBar) => size <= FARTHEST_MOVE ? size : undefined;

const stillSince: Reader = ({ series }, at) => {
  const count = soundOf(series).still[at] ?? 0;
  return count >= STILL[series.frequency] ? series.days[at - count] ?? "comparison" : "comparison";
};

/** The longest window up to a bar that spans another time than its name says, in returns. */
export function gapUpTo(series: PriceSeries, at: number): number | undefined {
  return WINDOWS[series.frequency].find((returns) => at - returns >= 0 && !spansItsName(series, at - returns, at));
}

const gapBars: Reader = ({ series }, at) => gapUpTo(series, at) ?? "comparison";

const gapDays: Reader = ({ series }, at) => {
  const returns = gapUpTo(series, at);
  return returns === undefined ? "comparison" : (series.days[at] ?? NaN) - (series.days[at - returns] ?? NaN);
};

/** What is remarkable about the bars; `data/metrics/bars.ts` defines it. */
export const BARS_READERS: Readers = {
  split_day: last("split", dayOf),
  split_move: last("split", sizeOf),
  far_day: last("split", (bar) => sizeOf(bar) === undefined ? dayOf(bar) : undefined),
  jump_day: last("jump", dayOf),
  jump_move: last("jump", sizeOf),
  spike_day: last("spike", dayOf),
  wrong_day: last("bars", dayOf),
  same_since: ({ series: { twins, days } }) => (twins && days[0]) ?? "comparison",
  still_since: stillSince,
  gap_bars: gapBars,
  gap_days: gapDays,
};
