import { kindOfSeries } from "../data/choose_series.ts";
import { dayAt } from "../data/series.ts";
import type { PriceSeries } from "../data/dataset.ts";
import { type Cause, HAIR, LEAST_SIZE, type MetricId } from "../data/metrics/metric.ts";
import { peersOf, type Subject } from "./domains/subject.ts";
import type { Ground } from "./knowledge.ts";

const MIN_PEERS = 8;
const MIN_MONTHS = 24;

/** A value among those it is compared with, itself included. */
export interface Comparison {
  readonly among: "peers" | "months";
  readonly count: number;
  /** Share of values below plus half of the equal ones: 0.5 / n for the lowest, 1 - 0.5 / n for the highest. */
  readonly percentile: number;
  /** 1 + number of higher values. */
  readonly rank: number;
  /** Of those compared with, if it is within a sector. */
  readonly sector?: string;
}

/**
 * Compares a company's metric with other companies on that day, of its sector where the measure is neutral to sectors,
 * else with its own month-ends where the publication of its sign is about time.
 * @returns Why there is no comparison.
 */
export function compare(metric: MetricId, subject: Subject, ground: Ground): Comparison | Cause {
  const { series } = subject;
  return ground.once(["compare", metric, series.ticker, kindOfSeries(series)].join(" "), () => {
    const value = ground.read(metric, subject);
    if (typeof value === "string") return value;
    const measure = ground.knowledge.vocabulary.measures.get(metric);
    const sector = measure?.neutral && subject.company?.sector;
    const same = sector === undefined ? NO_VALUES : peerValues(metric, subject.series, { ground, sector });
    if (sector !== undefined && same.length >= MIN_PEERS) return { ...place("peers", value, same), sector };
    const peers = peerValues(metric, subject.series, { ground });
    if (peers.length >= MIN_PEERS) return place("peers", value, peers);
    if (measure?.overTime !== true) return "comparison";
    const months = monthValues(metric, subject, ground);
    return months.length >= MIN_MONTHS ? place("months", value, months) : "comparison";
  });
}

/** Places a value by binary search in sorted values. */
export function place(among: Comparison["among"], value: number, sorted: Float64Array): Comparison {
  const near = Math.max(LEAST_SIZE, Math.abs(value)) * HAIR;
  const below = countWhere(sorted, (one) => one - value < -near);
  const upTo = countWhere(sorted, (one) => one - value <= near);
  const count = sorted.length;
  return { among, count, percentile: (below + (upTo - below) / 2) / count, rank: 1 + count - upTo };
}

/** How many values, from the smallest, hold; those that hold come first. */
export function countWhere<V extends Float64Array | Int32Array>(sorted: V, holds: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] ?? NaN)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NO_VALUES = new Float64Array();

/** The metric of all companies on that day, or of those of a sector, in ascending order. */
export function peerValues(
  metric: MetricId,
  series: PriceSeries,
  { ground, sector }: { readonly ground: Ground; readonly sector?: string },
): Float64Array {
  const key = ["peers", metric, kindOfSeries(series), sector].join(" ");
  return ground.once(key, () => {
    const among = peersOf(ground.view, series).filter(({ company }) =>
      sector === undefined || company?.sector === sector
    );
    const values = among.map((peer) => ground.read(metric, peer));
    return Float64Array.from(values.filter((value) => typeof value === "number")).sort();
  });
}

function monthValues(metric: MetricId, subject: Subject, ground: Ground): Float64Array {
  const values = [...monthEnds(subject.series)].map((at) => ground.read(metric, subject, at));
  return Float64Array.from(values.filter((value) => typeof value === "number")).sort();
}

/** Yields the newest bar and the last bar of each earlier month. */
function* monthEnds(series: PriceSeries): Generator<number> {
  let month = "";
  for (let at = series.days.length - 1; at >= 0; at--) {
    const own = dayAt(series, at).slice(0, 7);
    if (own !== month) yield at;
    month = own;
  }
}
