import type { MetricId } from "../data/claim.ts";

/** One metric of a domain, and the published effect of a high value on excess returns, if any. */
export interface DomainMeasure {
  readonly metric: MetricId;
  /** 1: a high value supports the statement; -1: contradicts it; absent: shown, not scored. */
  readonly sign?: 1 | -1;
}

/** The metrics of one field of analysis. */
export interface Domain {
  readonly name: string;
  readonly score: Extract<MetricId, `score_${string}`>;
  readonly measures: readonly DomainMeasure[];
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
  },
  {
    name: "liquidity",
    score: "score_liquidity",
    measures: [{ metric: "amihud", sign: 1 }, { metric: "dollar_volume" }],
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
