import { BARS_METRICS } from "./bars.ts";
import { EVENTS_METRICS } from "./events.ts";
import { FACT_METRICS } from "./facts.ts";
import { INSIDER_METRICS } from "./insider.ts";
import { JOINT_METRICS } from "./joint.ts";
import { JUDGEMENTS, LACKS, NAMES } from "./judgements.ts";
import { LIQUIDITY_METRICS } from "./liquidity.ts";
import type { MetricId, Metrics } from "./metric.ts";
import { OWN_METRICS, OWN_SCORE_METRICS } from "./own.ts";
import { QUALITY_METRICS } from "./quality.ts";
import { QUOTE_METRICS } from "./quotes.ts";
import { RISK_METRICS } from "./risk.ts";
import { SESSION_METRICS } from "./session.ts";
import { SPAN_METRICS } from "./span.ts";
import { COMPARISON_METRICS, SYNTHESIS_METRICS } from "./synthesis.ts";
import { TEXT_METRICS } from "./text.ts";
import { TREND_METRICS } from "./trend.ts";
import { VALUE_METRICS } from "./value.ts";

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
  ...SPAN_METRICS,
  ...FACT_METRICS,
  ...QUOTE_METRICS,
  ...OWN_METRICS,
  ...JOINT_METRICS,
  ...COMPARISON_METRICS,
  ...JUDGEMENTS,
  ...LACKS,
  ...NAMES,
} as const;

const METRICS: Metrics = Object.assign({}, ...Object.values(FAMILIES), OTHER_METRICS);

/** The row of a metric; `undefined` of what is none. */
export function rowOf(id: MetricId): Metrics[MetricId] | undefined {
  return Object.hasOwn(METRICS, id) ? METRICS[id] : undefined;
}

/** Metrics that a question may ask for. */
export const ASKABLE: readonly MetricId[] = Object.keys(METRICS).filter((id) => METRICS[id]?.name !== undefined);
