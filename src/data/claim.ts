import type { Basis, Frequency } from "./dataset.ts";

/**
 * What a figure measures, defined in {@linkcode METRICS}. The analyst and the verifier compute each
 * metric with separate code and share only this table.
 */
export type MetricId =
  | "close"
  | "momentum_12_1"
  | "return_12m"
  | "excess_12m"
  | "trend_200d"
  | "high_52w"
  | "return_1m"
  | "volatility"
  | "volatility_recent"
  | "max_drawdown_1y"
  | "var_95"
  | "es_95"
  | "beta"
  | "drawdown_probability"
  | "dollar_volume"
  | "amihud"
  | "score_trend"
  | "score_risk"
  | "score_liquidity"
  | "score"
  | "probability"
  | "rank"
  | "peers"
  | "months"
  | "as_of";

/** Unit of a figure. A `fraction` is shown in per cent, a `score` with a sign. */
export type Unit =
  | "fraction"
  | "ratio"
  | "score"
  | "currency"
  | "count"
  | "date";

/** One row of the table of metrics. */
export interface Metric {
  readonly unit: Unit;
  /** Decimal places shown; for a `fraction`, of the per cent value. A chance of a fall just below 25 % shows more. */
  readonly decimals: number;
  /** Definition, precise enough to recompute the figure. */
  readonly formula: string;
  /** Publication of the definition; absent for plain arithmetic. */
  readonly published?: string;
}

/**
 * All metrics. P[n] is the last close on or before the as-of day, P[n-k] the close k bars earlier,
 * r a bar's simple return, g its log return. A metric without the bars for its window (or without
 * benchmark or volume) is omitted; missing bars are never filled in.
 */
export const METRICS: Readonly<Record<MetricId, Metric>> = {
  close: { unit: "currency", decimals: 2, formula: "P[n]" },
  momentum_12_1: {
    unit: "fraction",
    decimals: 1,
    formula: "P[n-21] / P[n-252] - 1 daily; P[n-1] / P[n-12] - 1 monthly",
    published: "Jegadeesh & Titman 1993",
  },
  return_12m: {
    unit: "fraction",
    decimals: 1,
    formula: "P[n] / P[n-252] - 1 daily; P[n] / P[n-12] - 1 monthly",
    published: "Moskowitz, Ooi & Pedersen 2012",
  },
  excess_12m: {
    unit: "fraction",
    decimals: 1,
    formula:
      "return_12m less the benchmark's return between the same two days (its last close on or before each), same frequency",
  },
  trend_200d: {
    unit: "fraction",
    decimals: 1,
    formula: "P[n] / mean(last 200 closes) - 1 daily; P[n] / mean(last 10 closes) - 1 monthly",
    published: "Brock, Lakonishok & LeBaron 1992; Faber 2007 for months",
  },
  high_52w: {
    unit: "fraction",
    decimals: 1,
    formula: "P[n] / max(last 252 closes) daily; P[n] / max(last 12 closes) monthly",
    published: "George & Hwang 2004",
  },
  return_1m: {
    unit: "fraction",
    decimals: 1,
    formula: "P[n] / P[n-21] - 1 daily; P[n] / P[n-1] - 1 monthly",
    published: "Jegadeesh 1990",
  },
  volatility: {
    unit: "fraction",
    decimals: 1,
    formula: "sample sd of the last 252 g times sqrt(252) daily; of the last 36 g (at least 12) times sqrt(12) monthly",
    published: "Ang, Hodrick, Xing & Zhang 2006",
  },
  volatility_recent: {
    unit: "fraction",
    decimals: 1,
    formula: "sample sd of the last 60 g times sqrt(252); daily only",
    published: "Ang, Hodrick, Xing & Zhang 2006",
  },
  max_drawdown_1y: {
    unit: "fraction",
    decimals: 1,
    formula: "min over t of P[t] / max(P[first..t]) - 1 in the last 253 closes daily; last 13 monthly",
    published: "Magdon-Ismail & Atiya 2004",
  },
  var_95: {
    unit: "fraction",
    decimals: 1,
    formula: "the ceil(0.05 m)-th smallest of the last m = 252 r; daily only",
    published: "Acerbi & Tasche 2002",
  },
  es_95: {
    unit: "fraction",
    decimals: 1,
    formula: "mean of the ceil(0.05 m) smallest of the last m = 252 r; daily only",
    published: "Acerbi & Tasche 2002",
  },
  beta: {
    unit: "ratio",
    decimals: 2,
    formula:
      "cov(r, b) / var(b) over the last 252 bars daily, last 36 (at least 24) monthly, b the benchmark's r; bars paired by equal dates of both ends",
    published: "Sharpe 1964",
  },
  drawdown_probability: {
    unit: "fraction",
    decimals: 0,
    formula:
      "P(drawdown of 15 % or more within 63 daily closes, a quarter of a year, also monthly) of a driftless Brownian motion: 1 - (4/pi) sum over k >= 0 of (-1)^k / (2k+1) exp(-(2k+1)^2 pi^2 s^2 T / (8 h^2)), T = 0.25, h = -ln 0.85 + 1.1652 s / sqrt(252), which corrects for a look at one close a day, s^2 = mean of volatility^2 and volatility_recent^2 daily; volatility^2 monthly",
    published: "Lévy 1948 (drawdown is reflected Brownian motion); Feller 1971, X.5; Siegmund 1985 (the correction)",
  },
  dollar_volume: {
    unit: "currency",
    decimals: 0,
    formula: "median of close times volume over the last 60 bars; daily only",
  },
  amihud: {
    unit: "fraction",
    decimals: 3,
    formula: "mean of |r| / (close times volume) over the last 252 bars times 1e9: per billion traded; daily only",
    published: "Amihud 2002",
  },
  score_trend: {
    unit: "score",
    decimals: 2,
    formula: "mean of 2 percentile - 1 over momentum_12_1, trend_200d, high_52w and, turned round, return_1m",
  },
  score_risk: {
    unit: "score",
    decimals: 2,
    formula: "mean of 1 - 2 percentile over volatility and beta",
    published: "Ang et al. 2006; Frazzini & Pedersen 2014",
  },
  score_liquidity: {
    unit: "score",
    decimals: 2,
    formula: "2 percentile - 1 of amihud",
    published: "Amihud 2002",
  },
  score: {
    unit: "score",
    decimals: 2,
    formula: "mean of the scores that exist; over several companies, their mean",
  },
  probability: {
    unit: "ratio",
    decimals: 2,
    formula: "0.5 + 0.05 score; uncalibrated, so never beyond 0.45 to 0.55",
  },
  rank: {
    unit: "count",
    decimals: 0,
    formula: "1 + number of peers with a higher value of the metric `of` (highest is 1)",
  },
  peers: {
    unit: "count",
    decimals: 0,
    formula: "companies compared with, this one included",
  },
  months: {
    unit: "count",
    decimals: 0,
    formula: "month-ends of the company's own history compared with",
  },
  as_of: { unit: "date", decimals: 0, formula: "date of the last bar used" },
};

/**
 * One figure of an answer, with everything needed to recompute it.
 *
 * A percentile compares the metric with that of at least eight companies at the same frequency and
 * day (`peers`), or else with the company's own at each earlier month-end (`months`, at least 24).
 * It is (number below + half the number equal, the value itself included) / count.
 */
export interface Claim {
  /** Unique within an answer, like `AAPL.momentum_12_1`. */
  readonly id: string;
  /** Tickers of the figure; several only for a mean over companies. */
  readonly entities: readonly string[];
  readonly metric: MetricId;
  /** For `rank`, `peers` and `months`: the metric compared. */
  readonly of?: MetricId;
  /** Unrounded, in the metric's unit (0.123 for 12.3 %); a `date` is `YYYY-MM-DD`. */
  readonly value: number | string;
  readonly unit: Unit;
  /** ISO 4217 code of a `currency` figure. */
  readonly currency?: string;
  /** Date of the last bar used, `YYYY-MM-DD`. */
  readonly as_of: string;
  readonly frequency: Frequency;
  readonly basis: Basis;
  /** `id` of the source of the bars. */
  readonly source: string;
  readonly formula: string;
  /** The figure exactly as the text shows it, like `12.3 %`. */
  readonly shown: string;
}

/** One sentence and the claims behind its figures. If a figure fails verification, the whole sentence is dropped. */
export interface Statement {
  readonly text: string;
  readonly claims: readonly Claim[];
}

/** An answer before verification. Only verified statements are sent. */
export interface Draft {
  readonly reasoning: readonly Statement[];
  readonly drivers: readonly Statement[];
  readonly risks: readonly Statement[];
}
