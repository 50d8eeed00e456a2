import { COMPARISON_METRICS } from "./metrics/comparison.ts";
import { LIQUIDITY_METRICS } from "./metrics/liquidity.ts";
import type { Metric, MetricId, Metrics } from "./metrics/metric.ts";
import { RISK_METRICS } from "./metrics/risk.ts";
import { SYNTHESIS_METRICS } from "./metrics/synthesis.ts";
import { TREND_METRICS } from "./metrics/trend.ts";

/** One metric of a domain, and the published effect of a high value on excess returns, if any. */
export interface DomainMeasure {
  readonly metric: MetricId;
  /** 1: a high value supports the statement; -1: contradicts it; absent: shown, not scored. */
  readonly sign?: 1 | -1;
}

/** One field of analysis: what it measures, and what it may say. Its readers are in `agent/domains` and `verify/domains`. */
export interface Domain {
  /** One lower-case word, like `trend`. */
  readonly name: string;
  /** The metric of its score: the mean of the scores of its measures that have a sign. */
  readonly score: MetricId;
  /** In the order in which the analyst reports them. */
  readonly measures: readonly DomainMeasure[];
  /** Definitions of its measures and its score. */
  readonly metrics: Metrics;
}

/** The computed domains, in order. */
export const DOMAINS: readonly Domain[] = [
  {
    name: "trend",
    score: "score_trend",
    measures: [
      { metric: "close" },
      { metric: "momentum_12_1", sign: 1 },
      { metric: "trend_200d", sign: 1 },
      { metric: "high_52w", sign: 1 },
      { metric: "return_1m", sign: -1 },
      { metric: "return_12m" },
      { metric: "excess_12m" },
    ],
    metrics: TREND_METRICS,
  },
  {
    name: "risk",
    score: "score_risk",
    measures: [
      { metric: "volatility", sign: -1 },
      { metric: "beta", sign: -1 },
      { metric: "volatility_recent" },
      { metric: "max_drawdown_1y" },
      { metric: "var_95" },
      { metric: "es_95" },
      { metric: "drawdown_probability" },
    ],
    metrics: RISK_METRICS,
  },
  {
    name: "liquidity",
    score: "score_liquidity",
    measures: [{ metric: "amihud", sign: 1 }, { metric: "dollar_volume" }],
    metrics: LIQUIDITY_METRICS,
  },
];

/** Domains without data yet, each with the reason shown. */
export const SILENT_DOMAINS: readonly { readonly name: string; readonly abstains: string }[] = [
  { name: "quality", abstains: "no financial statements are read yet" },
  { name: "value", abstains: "no financial statements are read yet" },
  { name: "events", abstains: "no earnings dates are read yet" },
  { name: "insider", abstains: "no insider filings are read yet" },
  { name: "text", abstains: "no filings, transcripts or news are read yet" },
];

/** Every metric of every domain, and those that join and compare them. */
export const METRICS: Metrics = {
  ...Object.assign({}, ...DOMAINS.map(({ metrics }) => metrics)) as Metrics,
  ...SYNTHESIS_METRICS,
  ...COMPARISON_METRICS,
};

/** The definition of a metric. */
export function metricOf(id: MetricId): Metric {
  const metric = METRICS[id];
  if (metric === undefined) throw new TypeError(`Cannot define ${JSON.stringify(id)}: it is no metric`);
  return metric;
}
