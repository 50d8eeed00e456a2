import type { Frequency, PriceSeries } from "../../data/dataset.ts";
import { HAIR } from "../../data/metrics/metric.ts";
import { IMPOSSIBLE, JUMP, SPLIT, STILL } from "../../data/metrics/soundness.ts";
import { dayAt, withoutBars } from "../../data/series.ts";

/** A bar that is remarkable, by its index in the series without spikes. */
export interface Mark {
  readonly at: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Change of the close over the bar before, as a fraction; of an impossible bar, how far it is off. */
  readonly move: number;
}

/** Bars in a row without a move and without volume. */
export interface StillRun {
  /** The last bar with a move, or the first of the series. */
  readonly first: number;
  readonly last: number;
}

/** What the bars of a series can carry; `data/metrics/soundness.ts` has the limits. */
export interface Soundness {
  /** The series without its spikes; the series itself when it has none. */
  readonly series: PriceSeries;
  /** Bars left out; `at` is the bar after it in the series without them. */
  readonly spikes: readonly Mark[];
  /** Moves that look like splits that are not adjusted, or like slips of the unit. */
  readonly splits: readonly Mark[];
  /** Other large moves that nothing explains. */
  readonly jumps: readonly Mark[];
  readonly impossible: readonly Mark[];
  readonly still: readonly StillRun[];
}

const known = new WeakMap<PriceSeries, Soundness>();

/** Examines a series, once; only bars of the series itself are looked at, so nothing depends on later ones. */
export function soundnessOf(series: PriceSeries): Soundness {
  const before = known.get(series);
  if (before) return before;
  const spikes = series.frequency === "daily" ? spikesOf(series) : [];
  const kept = withoutBars(series, new Set(spikes.map(({ at }) => at)));
  const found = {
    series: kept,
    spikes: spikes.map((spike, count) => ({ ...spike, at: spike.at - count })),
    ...movesOf(kept),
    impossible: impossibleOf(kept),
    still: stillRuns(kept),
  };
  known.set(series, found);
  known.set(kept, found);
  return found;
}

/** Jumps, or returns from them, that are undone by the next bar. */
function spikesOf(series: PriceSeries): Mark[] {
  const { close } = series;
  const spikes: Mark[] = [];
  let level = close[0] ?? NaN;
  for (let at = 1; at + 1 < close.length; at++) {
    const own = close[at] ?? NaN;
    const after = close[at + 1] ?? NaN;
    const move = own / level - 1;
    const isFar = Math.abs(move) > JUMP.move + HAIR || Math.abs(after / own - 1) > JUMP.move + HAIR;
    if (isFar && Math.abs(after / level - 1) <= JUMP.back + HAIR) spikes.push({ at, day: dayAt(series, at), move });
    else level = own;
  }
  return spikes;
}

/** Most bars move less than this, and are seen no closer. */
const CALM = Math.min(...SPLIT.factors) * (1 - SPLIT.closeWithin - HAIR);

function movesOf(series: PriceSeries): Pick<Soundness, "splits" | "jumps"> {
  const { close, open, frequency } = series;
  const splits: Mark[] = [];
  const jumps: Mark[] = [];
  for (let at = 1; at < close.length; at++) {
    const before = close[at - 1] ?? NaN;
    const ratio = (close[at] ?? NaN) / before;
    if (ratio <= 1 + JUMP.move && ratio * CALM > 1) continue;
    const mark = { at, day: dayAt(series, at), move: ratio - 1 };
    const opened = (open?.[at] ?? NaN) / before;
    if (isSplit(ratio, opened, frequency)) splits.push(mark);
    else if (frequency === "daily" ? isJump(ratio, opened) : Math.max(ratio, 1 / ratio) > JUMP.monthly * (1 + HAIR)) {
      jumps.push(mark);
    }
  }
  return { splits, jumps };
}

/** The factor, or its inverse, that a ratio of two closes is near. */
function factorOf(ratio: number): number | undefined {
  return SPLIT.factors.flatMap((factor) => [factor, 1 / factor])
    .find((factor) => Math.abs(ratio / factor - 1) <= SPLIT.closeWithin + HAIR);
}

/** @param opened The open over the last close; NaN where it is unknown. */
function isSplit(ratio: number, opened: number, frequency: Frequency): boolean {
  if (Math.max(ratio, 1 / ratio) > SPLIT.farthest[frequency] * (1 + SPLIT.closeWithin) * (1 + HAIR)) return true;
  const factor = factorOf(ratio);
  if (factor === undefined) return false;
  if (Number.isNaN(opened)) return Math.max(factor, 1 / factor) >= SPLIT.least;
  return Math.abs(opened / factor - 1) <= SPLIT.openWithin + HAIR;
}

/** Without an open a move of half or a third may be a split, and is told like a larger one. */
function isJump(ratio: number, opened: number): boolean {
  return Math.abs(ratio - 1) > JUMP.move + HAIR || Number.isNaN(opened) && factorOf(ratio) !== undefined;
}

function impossibleOf(series: PriceSeries): Mark[] {
  const { close, low, high } = series;
  const marks: Mark[] = [];
  if (low === undefined && high === undefined) return marks;
  for (let at = 0; at < close.length; at++) {
    const own = close[at] ?? NaN;
    const lowest = low?.[at] ?? NaN;
    const highest = high?.[at] ?? NaN;
    if (!(lowest > highest || lowest > own || own > highest)) continue; // nearly all bars
    const ratios = [lowest / highest, lowest / own, own / highest].filter((ratio) =>
      ratio > 1 + IMPOSSIBLE.rounding + HAIR
    );
    if (ratios.length > 0) marks.push({ at, day: dayAt(series, at), move: Math.max(...ratios) - 1 });
  }
  return marks;
}

function stillRuns({ close, volume, frequency }: PriceSeries): StillRun[] {
  const runs: StillRun[] = [];
  let first = 0;
  for (let at = 1; at <= close.length; at++) {
    if (at < close.length && close[at] === close[at - 1] && !((volume?.[at] ?? 0) > 0)) continue;
    if (at - 1 - first >= STILL[frequency]) runs.push({ first, last: at - 1 });
    first = at;
  }
  return runs;
}
