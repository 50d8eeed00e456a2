import type { Claim } from "../data/claim.ts";
import { dayText } from "../calendar/day.ts";
import {
  JOINT_METRICS,
  LEFT_OUT,
  type LeftOut,
  leftOutMetric,
  MOST_LEFT_OUT,
  WHOLE_METRICS,
} from "../data/metrics/joint.ts";
import { type Metric, type MetricId, metricIds } from "../data/metrics/metric.ts";
import { lastDay } from "../data/series.ts";
import type { Joint } from "./joint.ts";
import { placeOf } from "./joint_places.ts";
import { showFigure } from "./show_figure.ts";

/** Whether a metric is one of names held together. */
export function isJoint(metric: MetricId): boolean {
  return Object.hasOwn(JOINT_METRICS, metric);
}

/** Figures of weights alone, which no bar stands behind. */
const OF_WEIGHTS = new Set(
  metricIds("weight gross_exposure net_exposure long_exposure short_exposure concentration effective_names"),
);

const REASONS: ReadonlyMap<MetricId, LeftOut> = new Map(LEFT_OUT.map((why) => [leftOutMetric(why), why]));

/** What is claimed, and of whom. */
export interface JointWanted {
  readonly metric: MetricId;
  readonly definition: Metric;
  readonly about: readonly string[];
}

/** The claim of names held together; `undefined` when it does not exist. */
export function jointClaim(wanted: JointWanted, joint: Joint): Claim | undefined {
  const { metric, definition: { unit }, about } = wanted;
  const tickers = joint.found.map(({ company }) => company.ticker);
  if (WHOLE_METRICS.has(metric) && about.join(" ") !== tickers.join(" ")) return undefined;
  if (about.some((ticker) => !tickers.includes(ticker))) return undefined;
  const why = REASONS.get(metric);
  if (why !== undefined) return named(wanted, joint, joint.leftOut.get(why) ?? []);
  if (unit === "word") return worded(wanted, joint, wordOf(metric, about, joint));
  const value = valueIn(metric, about, joint);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return figured(wanted, joint, value);
}

function wordOf(metric: MetricId, about: readonly string[], joint: Joint): string | undefined {
  if (metric === "weighting") return joint.weights.length > 0 ? "given" : "equal";
  if (metric === "joint_bars") return joint.bars;
  return metric === "share_place" ? placeOf(about, joint) : sectorEnd(joint.figures);
}

function sectorEnd(figures: Joint["figures"]): string | undefined {
  const rank = figures.get("sector_rank");
  if (rank === undefined) return undefined;
  return rank === 1 ? "highest" : figures.get("sectors_below") === 0 ? "lowest" : "inside";
}

function valueIn(metric: MetricId, about: readonly string[], joint: Joint): number | undefined {
  if (WHOLE_METRICS.has(metric)) return joint.figures.get(metric);
  const weights = new Map(joint.weights.map(({ ticker, weight }) => [ticker, weight]));
  const values = about.map((ticker) => {
    return metric === "weight" ? weights.get(ticker) : joint.own.get(ticker)?.variance_share;
  });
  return values.every((value) => value !== undefined) ? values.reduce((sum, value) => sum + value, 0) : undefined;
}

function head({ metric, definition: { unit, formula }, about }: JointWanted) {
  const whom = about.length === 1 ? about[0] : WHOLE_METRICS.has(metric) ? "all" : about.join("+");
  return { id: `${whom}.${metric}`, entities: about, metric, unit, formula };
}

function worded(wanted: JointWanted, joint: Joint, value: string | undefined): Claim | undefined {
  return value === undefined ? undefined : { ...head(wanted), value, as_of: newest(wanted, joint), shown: value };
}

/** Names that are left out, with their weights where there are any. */
function named(wanted: JointWanted, joint: Joint, tickers: readonly string[]): Claim | undefined {
  if (tickers.length === 0) return undefined;
  const weights = new Map(joint.weights.map(({ ticker, weight }) => [ticker, weight]));
  const texts = tickers.slice(0, MOST_LEFT_OUT).map((ticker) => {
    const weight = weights.get(ticker);
    if (weight === undefined) return ticker;
    return `${ticker} (${showFigure(JOINT_METRICS.weight, weight, { metric: "weight", currency: "" })})`;
  });
  const more = tickers.length - texts.length;
  const shown = [...texts, ...more > 0 ? [`${more} more`] : []].join(", ");
  return { ...head(wanted), value: tickers.join(" "), as_of: newest(wanted, joint), shown };
}

function figured(wanted: JointWanted, joint: Joint, value: number): Claim {
  const { metric, definition, about } = wanted;
  const [first] = joint.measured;
  const series = first?.findings.pair.series;
  const isMeasured = joint.lastDay !== undefined && series !== undefined && !OF_WEIGHTS.has(metric);
  const shown = showFigure(definition, value, { metric, currency: "" });
  if (!isMeasured) return { ...head({ metric, definition, about }), value, as_of: newest(wanted, joint), shown };
  const { frequency, basis, source } = series;
  const as_of = dayText(joint.lastDay ?? NaN);
  return { ...head({ metric, definition, about }), value, as_of, frequency, basis, source, shown };
}

/** Date of the newest bar of the companies. */
function newest({ about }: JointWanted, { found }: Joint): string {
  const all = found.filter(({ company }) => about.includes(company.ticker)).map(({ pair }) => lastDay(pair.series));
  return all.reduce((one, other) => one > other ? one : other, "");
}
