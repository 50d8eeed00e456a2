import type { MetricId } from "../data/metrics/metric.ts";
import type { DatasetView, PriceSeries } from "../data/dataset.ts";
import { percentile } from "./domains/arithmetic.ts";
import { READERS } from "./domains/readers.ts";
import { peersOf, type Subject } from "./domains/subject.ts";

const MIN_PEERS = 8;
const MIN_MONTHS = 24;

/** A value and the values it is compared with, itself included. */
export interface Comparison {
  readonly among: "peers" | "months";
  readonly value: number;
  readonly values: readonly number[];
}

/** Caches for the lifetime of a view, which keep a screen linear. */
const comparisons = new WeakMap<DatasetView, Map<string, Comparison | undefined>>();
const valuesOfPeers = new WeakMap<DatasetView, Map<string, readonly number[]>>();

/**
 * Finds the values to compare a company's metric with: other companies on that day, else its own month-ends.
 * @returns `undefined` when the metric does not exist, or there are too few of both.
 */
export function compare(metric: MetricId, subject: Subject, view: DatasetView): Comparison | undefined {
  const known = comparisons.get(view) ?? new Map<string, Comparison | undefined>();
  comparisons.set(view, known);
  const { ticker, frequency, basis } = subject.series;
  const key = [metric, ticker, frequency, basis].join(" ");
  if (!known.has(key)) known.set(key, computeComparison(metric, subject, view));
  return known.get(key);
}

function computeComparison(metric: MetricId, subject: Subject, view: DatasetView): Comparison | undefined {
  const value = newest(metric, subject);
  if (value === undefined) return undefined;
  const peers = peerValues(metric, subject.series, view);
  if (peers.length >= MIN_PEERS) return { among: "peers", value, values: peers };
  const months = [...monthEnds(subject.series)].flatMap((at) => read(metric, subject, at) ?? []);
  return months.length >= MIN_MONTHS ? { among: "months", value, values: months } : undefined;
}

/** Percentile, scaled to -1 to 1; `undefined` without a comparison. */
export function standing(metric: MetricId, subject: Subject, view: DatasetView): number | undefined {
  const comparison = compare(metric, subject, view);
  return comparison && 2 * percentile(comparison.value, comparison.values) - 1;
}

/** The metric as of the newest bar. */
export function newest(metric: MetricId, subject: Subject): number | undefined {
  return read(metric, subject, subject.series.bars.length - 1);
}

function read(metric: MetricId, subject: Subject, at: number): number | undefined {
  const value = READERS[metric]?.(subject, at);
  return typeof value === "number" ? value : undefined;
}

function peerValues(metric: MetricId, series: PriceSeries, view: DatasetView): readonly number[] {
  const known = valuesOfPeers.get(view) ?? new Map<string, readonly number[]>();
  valuesOfPeers.set(view, known);
  const key = [metric, series.frequency, series.basis, series.bars.at(-1)?.date].join(" ");
  const values = known.get(key) ?? peersOf(view, series).flatMap((peer) => newest(metric, peer) ?? []);
  known.set(key, values);
  return values;
}

/** Yields the newest bar and the last bar of each earlier month. */
function* monthEnds({ bars }: PriceSeries): Generator<number> {
  let month = "";
  for (let at = bars.length - 1; at >= 0; at--) {
    const own = bars[at]?.date.slice(0, 7) ?? "";
    if (own !== month) yield at;
    month = own;
  }
}
