import type { MetricId, PerMetric } from "../../data/metrics/metric.ts";
import { SPAN_BASE_DAYS, SPAN_PAIRS } from "../../data/metrics/span.ts";
import type { DaySpan } from "../../data/about.ts";
import { betaAt, returnBetween } from "./market.ts";
import { PRICE_READERS } from "./evaluate.ts";
import { causeIn } from "./soundness.ts";
import type { Subject } from "./subject.ts";

/** The closes of a span, by their indexes; `late` where none before it is near enough. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly cover: "whole" | "late";
}

/** Finds the closes of a span; a word says why they are missing. */
export function stretchOf({ series }: Subject, { from, to }: DaySpan): Stretch | "few" | "unsound" {
  const { days, frequency } = series;
  const inside = Array.from(days.keys()).filter((at) => (days[at] ?? NaN) >= from && (days[at] ?? NaN) <= to);
  const own = inside[0];
  const end = inside.at(-1);
  if (own === undefined || end === undefined) return "few";
  const isNear = own > 0 && from - (days[own - 1] ?? NaN) <= SPAN_BASE_DAYS[frequency];
  const start = isNear ? own - 1 : own;
  if (start === end) return "few";
  return causeIn(series, start, end) === undefined
    ? { from: start, to: end, cover: isNear ? "whole" : "late" }
    : "unsound";
}

type Measure = (subject: Subject, stretch: Stretch) => number | string | undefined;

const gain: Measure = ({ series: { close } }, { from, to }) =>
  ((close[to] ?? NaN) - (close[from] ?? NaN)) / (close[from] ?? NaN);

const market: Measure = ({ series: { days }, benchmark }, { from, to }) =>
  benchmark && returnBetween(benchmark, days[from] ?? NaN, days[to] ?? NaN);

const beta: Measure = (subject, { from, to }) =>
  betaAt(subject, to, { most: to - from, least: SPAN_PAIRS[subject.series.frequency] });

const explained: Measure = (subject, stretch) => {
  const slope = beta(subject, stretch);
  const of = market(subject, stretch);
  return typeof slope === "number" && typeof of === "number" ? slope * of : undefined;
};

const own: Measure = (subject, stretch) => {
  const all = gain(subject, stretch);
  const part = explained(subject, stretch);
  return typeof all === "number" && typeof part === "number" ? (all - part) * 100 : undefined;
};

/** Each close against the highest up to it; the lowest of these, and where that highest was. */
function lowPoint({ series: { close } }: Subject, { from, to }: Stretch) {
  const closes = Array.from(close.subarray(from, to + 1));
  let top = 0;
  const highest = closes.map((value) => top = Math.max(top, value));
  const falls = closes.map((value, at) => (value - (highest[at] ?? NaN)) / (highest[at] ?? NaN));
  const size = Math.min(...falls);
  const low = falls.indexOf(size);
  const high = closes.lastIndexOf(highest[low] ?? NaN, low);
  return size < 0 ? { size, low: from + low, top: from + high } : undefined;
}

/** The index and the return of the worst day. */
function worst({ series: { close, frequency } }: Subject, { from, to }: Stretch) {
  if (frequency === "monthly") return undefined;
  const steps = Array.from(
    { length: to - from },
    (_, k) => (close[from + k + 1] ?? NaN) / (close[from + k] ?? NaN) - 1,
  );
  const size = steps.reduce((one, other) => other < one ? other : one, Infinity);
  return { size, at: from + 1 + steps.indexOf(size) };
}

const dayAt = ({ series: { days } }: Subject, at: number | undefined) => at === undefined ? undefined : days[at];

const MEASURES: PerMetric<Measure> = {
  span_first: (subject, { from }) => dayAt(subject, from),
  span_last: (subject, { to }) => dayAt(subject, to),
  span_return: gain,
  span_market: market,
  span_beta: beta,
  span_beta_return: explained,
  span_residual: own,
  span_drawdown: (subject, stretch) => lowPoint(subject, stretch)?.size,
  span_drawdown_from: (subject, stretch) => dayAt(subject, lowPoint(subject, stretch)?.top),
  span_drawdown_to: (subject, stretch) => dayAt(subject, lowPoint(subject, stretch)?.low),
  span_worst: (subject, stretch) => worst(subject, stretch)?.size,
  span_worst_day: (subject, stretch) => dayAt(subject, worst(subject, stretch)?.at),
  span_volatility_first: (subject, { from }) => PRICE_READERS["volatility"]?.(subject, from),
  span_volatility_last: (subject, { to }) => PRICE_READERS["volatility"]?.(subject, to),
  span_mean_first: (subject, { from }) => PRICE_READERS["trend_200d"]?.(subject, from),
  span_mean_last: (subject, { to }) => PRICE_READERS["trend_200d"]?.(subject, to),
};

/**
 * Computes a metric of a span; `data/metrics/span.ts` defines them.
 * @returns `undefined` where the data do not give it.
 */
export function spanMetric(metric: MetricId, subject: Subject, span: DaySpan): number | undefined {
  const stretch = stretchOf(subject, span);
  const value = typeof stretch === "string" ? undefined : MEASURES[metric]?.(subject, stretch);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
