import type { PriceSeries } from "../../data/dataset.ts";
import { HAIR } from "../../data/metrics/metric.ts";
import { IMPOSSIBLE, JUMP, REVERSAL, SPLIT, STILL, TRADED } from "../../data/metrics/soundness.ts";
import { dayAt, repeatedAt } from "../../data/series.ts";
import { median } from "./statistics.ts";

/** A bar that is remarkable, by its index in the series. */
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
  /** The series with the bar before a spike in its place; the series itself when it has none. */
  readonly series: PriceSeries;
  /** Bars left out. */
  readonly spikes: readonly Mark[];
  /** Moves that no figure crosses: nothing explains them, so that they may be splits or units that are not adjusted. */
  readonly splits: readonly Mark[];
  /** Other large moves of a day, which trading explains: read as they are. */
  readonly jumps: readonly Mark[];
  readonly impossible: readonly Mark[];
  /** Bars whose move cannot be believed because of one that is impossible by far: it and the one after it. */
  readonly wrong: readonly number[];
  readonly still: readonly StillRun[];
}

const known = new WeakMap<PriceSeries, Soundness>();

/** Examines a series, once; only bars of the series itself are looked at, so nothing depends on later ones. */
export function soundnessOf(series: PriceSeries): Soundness {
  const before = known.get(series);
  if (before) return before;
  const spikes = series.frequency === "daily" ? spikesOf(series) : [];
  const kept = repeatedAt(series, new Set(spikes.map(({ at }) => at)));
  const impossible = impossibleOf(kept);
  const found = {
    series: kept,
    spikes,
    ...movesOf(kept),
    impossible,
    wrong: impossible.filter(({ move }) => move > IMPOSSIBLE.far + HAIR).flatMap(({ at }) => [at, at + 1]),
    still: stillRuns(kept),
  };
  known.set(series, found);
  known.set(kept, found);
  return found;
}

/** Jumps, or returns from them, that are undone by the next bar, and smaller moves where many names have them. */
function spikesOf(series: PriceSeries): Mark[] {
  const { close, days, reversals } = series;
  const spikes: Mark[] = [];
  let level = close[0] ?? NaN;
  for (let at = 1; at + 1 < close.length; at++) {
    const own = close[at] ?? NaN;
    const after = close[at + 1] ?? NaN;
    const move = own / level - 1;
    const isFar = Math.abs(move) > JUMP.move + HAIR || Math.abs(after / own - 1) > JUMP.move + HAIR;
    const isUndone = Math.abs(after / level - 1);
    const isShared = reversals?.has(days[at] ?? NaN) && Math.abs(move) > REVERSAL.move + HAIR &&
      isUndone <= REVERSAL.back + HAIR && !(timesTraded(series, at) >= REVERSAL.times - HAIR);
    if (isShared || isFar && isUndone <= JUMP.back + HAIR) spikes.push({ at, day: dayAt(series, at), move });
    else level = own;
  }
  return spikes;
}

/** Most bars move less than this, and are seen no closer. */
const CALM = Math.min(SPLIT.step, 1 + JUMP.move, ...SPLIT.factors) * (1 - SPLIT.closeWithin);

function movesOf(series: PriceSeries): Pick<Soundness, "splits" | "jumps"> {
  const { close } = series;
  const marks = { splits: [] as Mark[], jumps: [] as Mark[] };
  for (let at = 1; at < close.length; at++) {
    const ratio = (close[at] ?? NaN) / (close[at - 1] ?? NaN);
    if (ratio < CALM && ratio * CALM > 1) continue;
    const kind = kindOf(series, at);
    if (kind !== undefined) marks[kind].push({ at, day: dayAt(series, at), move: ratio - 1 });
  }
  return marks;
}

/** Of a month no volume is usual, so that trading explains none. */
function kindOf(series: PriceSeries, at: number): "splits" | "jumps" | undefined {
  const before = series.close[at - 1] ?? NaN;
  const ratio = (series.close[at] ?? NaN) / before;
  const opened = (series.open?.[at] ?? NaN) / before;
  const far = Math.max(ratio, 1 / ratio);
  if (series.frequency === "monthly") return far > JUMP.monthly * (1 + HAIR) ? "splits" : undefined;
  if (far > SPLIT.farthest * (1 + SPLIT.closeWithin) * (1 + HAIR)) return "splits";
  const isJump = Math.abs(ratio - 1) > JUMP.move + HAIR;
  const isStep = !Number.isNaN(opened)
    ? Math.min(far, ratio < 1 ? 1 / opened : opened) >= SPLIT.step * (1 - HAIR)
    : series.restated?.has(series.days[at] ?? NaN) ||
      SPLIT.factors.some((factor) => Math.max(far / factor, factor / far) <= 1 + SPLIT.closeWithin + HAIR);
  if (!isJump && !isStep) return undefined;
  if (!(timesTraded(series, at) >= TRADED.times - HAIR)) return "splits";
  return isJump ? "jumps" : undefined;
}

/** What a bar trades over the median of those before it, in shares or in money, whichever is less; NaN where unknown. */
function timesTraded({ close, days, volume }: PriceSeries, at: number): number {
  if (volume === undefined || (days[at] ?? NaN) - (days[at - 1] ?? NaN) > TRADED.days) return NaN;
  const first = Math.max(0, at - TRADED.bars);
  const money = (_: number, index: number) => (volume[first + index] ?? NaN) * (close[first + index] ?? NaN);
  const shares = volume.subarray(first, at + 1);
  const known = (values: Float64Array) => Array.from(values.subarray(0, -1)).filter((value) => value > 0);
  if (known(shares).length < TRADED.least) return NaN;
  const times = (values: Float64Array) => (values.at(-1) ?? NaN) / median(known(values));
  return Math.min(times(shares), times(shares.map(money)));
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
