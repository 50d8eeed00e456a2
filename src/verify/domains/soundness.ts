import type { PriceSeries } from "../../data/dataset.ts";
import { type Cause, HAIR } from "../../data/metrics/metric.ts";
import {
  BENCHMARK_LAG_DAYS,
  DAILY_SPANS,
  IMPOSSIBLE,
  JUMP,
  MONTHLY_SPAN,
  REVERSAL,
  SPLIT,
  STILL,
  TRADED,
} from "../../data/metrics/soundness.ts";
import { dayAt, repeatedAt } from "../../data/series.ts";

/** What is remarkable about a bar: no figure crosses its move, its move is large, its prices are impossible, it was left out. */
export type Doubt = "split" | "jump" | "bars" | "spike";

/** One doubtful bar. */
export interface DoubtfulBar {
  readonly doubt: Doubt;
  /** Index in the series. */
  readonly at: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Change over the close before; of impossible prices, how far they are off; both as a fraction. */
  readonly size: number;
}

/** A series as figures may use it. */
export interface SoundSeries {
  /** With the bar before a spike in its place. */
  readonly series: PriceSeries;
  /** In order of day. */
  readonly doubtful: readonly DoubtfulBar[];
  /** For each bar, how many bars up to it neither moved nor traded. */
  readonly still: Int32Array;
  /** The largest of these. */
  readonly longestStill: number;
}

const examined = new WeakMap<PriceSeries, SoundSeries>();

/** Examines a series once, from its own bars only. */
export function soundOf(series: PriceSeries): SoundSeries {
  const known = examined.get(series);
  if (known !== undefined) return known;
  const isDaily = series.frequency === "daily";
  const spikes = isDaily ? spikesIn(series) : new Map<number, number>();
  const used = repeatedAt(series, new Set(spikes.keys()));
  const doubtful: DoubtfulBar[] = [];
  for (const [at, size] of spikes) doubtful.push({ doubt: "spike", size, at, day: dayAt(series, at) });
  for (let at = 0; at < used.close.length; at++) {
    const move = doubtOfMove(used, at);
    const off = excessOf(used, at);
    if (move !== undefined) doubtful.push({ ...move, at, day: dayAt(used, at) });
    if (off > IMPOSSIBLE.rounding + HAIR) doubtful.push({ doubt: "bars", size: off, at, day: dayAt(used, at) });
  }
  const still = stillness(used);
  const found: SoundSeries = {
    series: used,
    doubtful: doubtful.sort((one, other) => one.at - other.at),
    still,
    longestStill: still.reduce((one, other) => one > other ? one : other, 0),
  };
  examined.set(series, found);
  examined.set(used, found);
  return found;
}

/**
 * A bar is a spike if the level after it is that of the last bar kept, and the way there or back is a jump; on a day on
 * which several names turn back, also if its way is shorter and it trades as usual.
 * @returns Moves by index.
 */
function spikesIn(series: PriceSeries): ReadonlyMap<number, number> {
  const { close, days, reversals } = series;
  const spikes = new Map<number, number>();
  let kept = 0;
  for (let at = 1; at < close.length - 1; at++) {
    const level = close[kept] ?? NaN;
    const own = close[at] ?? NaN;
    const next = close[at + 1] ?? NaN;
    const isSpike = isWithin(next / level, JUMP.back) && !(isCalm(own / level) && isCalm(next / own));
    const isShared = isWithin(next / level, REVERSAL.back) && !isWithin(own / level, REVERSAL.move) &&
      reversals !== undefined && reversals.has(days[at] ?? NaN) && !isTraded(series, at, REVERSAL.times);
    if (isSpike || isShared) spikes.set(at, own / level - 1);
    else kept = at;
  }
  return spikes;
}

function isWithin(ratio: number, share: number): boolean {
  return ratio >= 1 - share - HAIR && ratio <= 1 + share + HAIR;
}

function isCalm(ratio: number): boolean {
  return ratio >= 1 - JUMP.move - HAIR && ratio <= 1 + JUMP.move + HAIR;
}

function doubtOfMove(series: PriceSeries, at: number): Pick<DoubtfulBar, "doubt" | "size"> | undefined {
  const before = series.close[at - 1] ?? NaN;
  const own = series.close[at] ?? NaN;
  const ratio = own / before;
  if (Number.isNaN(ratio) || isWithin(ratio, 0.2)) return undefined; // neither a step nor a jump is so near to 1
  const size = (own - before) / before;
  const way = Math.log(ratio);
  if (series.frequency === "monthly") {
    return Math.abs(way) > Math.log(JUMP.monthly) + HAIR ? { doubt: "split", size } : undefined;
  }
  const isFar = Math.abs(way) > Math.log(SPLIT.farthest * (1 + SPLIT.closeWithin)) + HAIR;
  const isLikeSplit = isStep(way, Math.log((series.open?.[at] ?? NaN) / before)) ||
    series.restated?.has(series.days[at] ?? NaN);
  const isExplained = isTraded(series, at, TRADED.times);
  if (isFar || isLikeSplit && !isExplained) return { doubt: "split", size };
  return isCalm(ratio) ? undefined : { doubt: isExplained ? "jump" : "split", size };
}

/** Whether a move is one of shares that were split, by the logarithms of its close and its open over the close before. */
function isStep(way: number, overnight: number): boolean {
  const size = Math.abs(way);
  const step = Math.log(SPLIT.step) - HAIR;
  if (!Number.isNaN(overnight)) return size >= step && overnight * Math.sign(way) >= step;
  return SPLIT.factors.some((factor) => Math.abs(size - Math.log(factor)) <= Math.log(1 + SPLIT.closeWithin) + HAIR);
}

/** Whether a bar is known to trade so many times the median of the bars before it, in shares and in money. */
function isTraded({ close, volume, days }: PriceSeries, at: number, times: number): boolean {
  if (volume === undefined || (days[at] ?? NaN) > (days[at - 1] ?? NaN) + TRADED.days) return false;
  const shares: number[] = [];
  const money: number[] = [];
  for (let k = Math.max(0, at - TRADED.bars); k < at; k++) {
    const traded = volume[k] ?? NaN;
    if (!(traded > 0)) continue;
    shares.push(traded);
    money.push(traded * (close[k] ?? NaN));
  }
  const own = volume[at] ?? NaN;
  const isAbove = (value: number, usual: readonly number[]) => value >= (times - HAIR) * middleOf(usual);
  return shares.length >= TRADED.least && isAbove(own, shares) && isAbove(own * (close[at] ?? NaN), money);
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const low = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (low + (sorted[Math.floor(sorted.length / 2)] ?? NaN)) / 2;
}

/** How far the close is outside low to high, or the low above the high; 0 or less when they agree or are unknown. */
function excessOf({ close, high, low }: PriceSeries, at: number): number {
  const own = close[at] ?? NaN;
  const highest = high?.[at] ?? NaN;
  const lowest = low?.[at] ?? NaN;
  if (!(own > highest || lowest > own || lowest > highest)) return 0; // nearly all bars
  const excesses = [(own - highest) / highest, (lowest - own) / own, (lowest - highest) / highest];
  return excesses.reduce((one, other) => other > one ? other : one, 0);
}

function stillness({ close, volume }: PriceSeries): Int32Array {
  const counts = new Int32Array(close.length);
  for (let at = 1; at < close.length; at++) {
    const isTraded = volume !== undefined && (volume[at] ?? 0) > 0;
    counts[at] = close[at] === close[at - 1] && !isTraded ? (counts[at - 1] ?? 0) + 1 : 0;
  }
  return counts;
}

/**
 * Why the bars from one index to another cannot carry a figure.
 * @param given A series, whose spikes are left out already.
 */
export function causeIn(given: PriceSeries, first: number, last: number): Cause | undefined {
  const { series, doubtful, still, longestStill } = soundOf(given);
  const enough = STILL[series.frequency];
  const isDead = () =>
    (still[last] ?? 0) >= enough || still.subarray(first, last + 1).some((count, at) => Math.min(count, at) >= enough);
  if (longestStill >= enough && isDead()) return "not_trading";
  if (!spansItsName(series, first, last)) return "irregular_bars";
  const here = doubtful.filter(({ at }) => at >= first && at <= last);
  const wrong = here.filter(({ doubt }) => doubt === "bars");
  if (series.twins || wrong.length >= 2 || wrong.some(({ size }) => size > IMPOSSIBLE.far + HAIR)) return "bars";
  return here.some(({ doubt, at }) => doubt === "split" && (at > first || first === last)) ? "split" : undefined;
}

/** Why a return between the closes of two days is not believed, or a close where they are the same: `YYYY-MM-DD`. */
export function doubtBetween(given: PriceSeries, first: string, last: string): string | undefined {
  const { series: { twins }, doubtful } = soundOf(given);
  if (twins !== undefined) return `its closes are those of ${twins.join(" and ")}, day for day`;
  const found = doubtful.find(({ doubt, day }) =>
    doubt === "split" ? day > first && day <= last : doubt === "spike" && (day === first || day === last)
  );
  if (found === undefined) return undefined;
  const what = found.doubt === "spike" ? "jumps and is back on the next bar" : "moves as nothing in the data explains";
  return `its close of ${found.day} ${what}`;
}

/** Whether the bars from one index to another span the time that their number stands for. */
export function spansItsName({ days, frequency }: PriceSeries, first: number, last: number): boolean {
  const returns = last - first;
  if (returns === 0) return true;
  const passed = (days[last] ?? NaN) - (days[first] ?? NaN);
  if (frequency === "monthly") return Math.abs(passed - returns * MONTHLY_SPAN.days) <= MONTHLY_SPAN.within;
  const span = DAILY_SPANS[returns] ?? DAILY_SPANS[returns + 1];
  return span === undefined || passed >= span.least && passed <= span.most;
}

/** Whether the bars of a benchmark from after one index up to another can carry its return. */
export function canCarry(benchmark: PriceSeries, first: number, last: number): boolean {
  return soundOf(benchmark).doubtful.every(({ doubt, at, size }) => {
    const isLast = at > first && at <= last;
    const isWrong = doubt === "bars" && size > IMPOSSIBLE.far + HAIR && (isLast || at === first);
    return !isWrong && !(doubt === "split" && isLast);
  });
}

/** Whether a benchmark's bar is recent enough to stand for a day. */
export function canStandFor({ days, frequency }: PriceSeries, at: number, day: number): boolean {
  return day - (days[at] ?? NaN) <= BENCHMARK_LAG_DAYS[frequency];
}
