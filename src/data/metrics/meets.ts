import { FILED_FORMS } from "./events.ts";
import type { MetricId } from "./metric.ts";

/** A part of a question that an answer is to meet: a measure, an item of reports, or a column of the caller's own. */
export interface AskedPart {
  /** As the question words it. */
  readonly text: string;
  /** Its row: the name of a measure, an item or a column. */
  readonly row: string;
  /** It is of a portfolio. */
  readonly isJoint?: true;
}

/** Figures that sentences of their domain tell whole; the first of these phrases that can be said is. */
export const TOLD_WHOLE: Readonly<Record<MetricId, readonly string[]>> = {
  results_day: ["events.results", "events.late"],
  ...Object.fromEntries(Object.keys(FILED_FORMS).map((metric) => [metric, ["events.filed"]])),
  announcement_return: ["events.reaction", "events.unannounced"],
  sue: ["events.surprise"],
  net_purchases: ["insider.answer"],
  tone: ["text.tone"],
  tone_change: ["text.turned"],
  uncertainty: ["text.uncertain"],
  filing_change: ["text.changed"],
  news_volume: ["text.attention"],
};

const OF_SPAN = ["span_return"];

/** What a claim may be of that meets a measure, beside the measure itself: a return is told over the days that are named. */
const ALSO: Readonly<Record<MetricId, readonly MetricId[]>> = {
  return_12m: OF_SPAN,
  return_1m: OF_SPAN,
  excess_12m: OF_SPAN,
  momentum_12_1: OF_SPAN,
};

/** Of a portfolio the measure itself would be one of its names. */
const JOINT: Readonly<Record<MetricId, MetricId>> = {
  volatility: "joint_volatility",
  volatility_recent: "joint_volatility_recent",
  beta: "joint_beta",
  max_drawdown_1y: "joint_fall",
  return_12m: "joint_return",
  excess_12m: "joint_excess",
  drawdown_probability: "joint_chance",
};

/**
 * Whether a sentence meets a part.
 * @param keys Its phrases, and what its claims are of: metrics, items, columns.
 */
export function isMetBy({ row, isJoint }: AskedPart, keys: ReadonlySet<string>): boolean {
  const joint = JOINT[row];
  const wanted = isJoint && joint !== undefined
    ? [joint, "lead.portfolio_not_measured"]
    : [row, ...ALSO[row] ?? [], ...TOLD_WHOLE[row] ?? []];
  return wanted.some((key) => keys.has(key));
}
