import { BARS_METRICS } from "./bars.ts";
import { EVENTS_METRICS } from "./events.ts";
import { FACT_METRICS } from "./facts.ts";
import { INSIDER_METRICS } from "./insider.ts";
import { PORTFOLIO_METRICS } from "./portfolio.ts";
import { JUDGEMENTS, LACKS, NAMES } from "./judgements.ts";
import { LIQUIDITY_METRICS } from "./liquidity.ts";
import type { Metric, Metrics, Words } from "./metric_row.ts";
import { OWN_METRICS, OWN_SCORE_METRICS } from "./own.ts";
import { QUALITY_METRICS } from "./quality.ts";
import { QUOTE_METRICS } from "./quotes.ts";
import { RISK_METRICS } from "./risk.ts";
import { SESSION_METRICS } from "./session.ts";
import { metricAt } from "./settings.ts";
import { SPAN_METRICS } from "./span.ts";
import { ASKED_METRICS, COMPARISON_METRICS, SYNTHESIS_METRICS } from "./synthesis.ts";
import { TEXT_METRICS } from "./text.ts";
import { TREND_METRICS } from "./trend.ts";
import { VALUE_METRICS } from "./value.ts";

export {
  type Cause,
  CAUSES,
  HAIR,
  LEAST_SIZE,
  type Metric,
  type Metrics,
  needsPrices,
  type Unit,
} from "./metric_row.ts";

/** The measures of each domain, in the order in which the analyst reports them, and its score. */
export const FAMILIES = {
  bars: BARS_METRICS,
  trend: TREND_METRICS,
  risk: RISK_METRICS,
  liquidity: LIQUIDITY_METRICS,
  quality: QUALITY_METRICS,
  value: VALUE_METRICS,
  events: EVENTS_METRICS,
  insider: INSIDER_METRICS,
  text: TEXT_METRICS,
  session: SESSION_METRICS,
  own: OWN_SCORE_METRICS,
} as const;

/** What else is said: of spans, facts, texts, own tables, companies together, and in words. */
export const OTHER_METRICS = {
  ...SYNTHESIS_METRICS,
  ...ASKED_METRICS,
  ...SPAN_METRICS,
  ...FACT_METRICS,
  ...QUOTE_METRICS,
  ...OWN_METRICS,
  ...PORTFOLIO_METRICS,
  ...COMPARISON_METRICS,
  ...JUDGEMENTS,
  ...LACKS,
  ...NAMES,
} as const;

type Families = typeof FAMILIES;
/** Id of a metric, like `volatility`; a row of the tables. */
export type MetricId = { [Name in keyof Families]: keyof Families[Name] }[keyof Families] | keyof typeof OTHER_METRICS;
/** Something of some metrics. */
export type PerMetric<T> = Readonly<Partial<Record<MetricId, T>>>;

/** All metrics. */
export const METRICS: Metrics<MetricId> = Object.assign({}, ...Object.values(FAMILIES), OTHER_METRICS);

/** Whether it is one, as what comes from outside may not be. */
export function isMetricId(id: string): id is MetricId {
  return rowOf(id) !== undefined;
}

const RENAMED = new Map(Object.entries(METRICS).flatMap(([id, { was }]) => was ? [[was, id] as const] : []));

/** What a metric of an earlier answer is called now. */
export function currentId(id: string): string {
  return RENAMED.get(id) ?? id;
}

/** Metrics by their ids, blanks between them. */
export function metricIds<const List extends string>(
  list: Words<List> extends MetricId ? List : never,
): readonly MetricId[] {
  return list.split(" ").filter(isMetricId);
}

/** The row of a metric, at settings too, like `volatility(30 sessions)`; `undefined` of what is not one. */
export function rowOf(id: MetricId): Metric;
export function rowOf(id: string): Metric | undefined;
export function rowOf(id: string): Metric | undefined {
  return metricAt(id, METRICS);
}

/** Metrics that a question may ask for. */
export const ASKABLE = Object.keys(METRICS).filter(isMetricId).filter((id) => rowOf(id).name !== undefined);
