import type { MetricId } from "../data/metrics/metric.ts";
import type { Frequency } from "../data/dataset.ts";

/** A name that contains a number, which is then not a figure. */
export interface Term {
  /** In lower case, with plain spaces and hyphens; matched as whole words. */
  readonly words: string;
  /**
   * The term is a name only beside a claim of one of these (or of a score made from them), or in a
   * sentence without measured figures; absent: always a name.
   */
  readonly metrics?: readonly MetricId[];
  /** The frequency with this name, if the other frequency uses another. */
  readonly frequency?: Frequency;
}

/** Names of one measure. */
function names(metrics: readonly MetricId[], words: readonly string[], frequency?: Frequency): readonly Term[] {
  return words.map((one) => ({ words: one, metrics, ...(frequency && { frequency }) }));
}

/**
 * Every name with a number that a sentence may use. Anything similar, like `53-week high`, `12-month mean`
 * or `a fall of 16 % or more`, is a figure and needs a claim.
 */
export const TERMS: readonly Term[] = [
  ...["s&p 500", "10-k", "10-q", "8-k", "20-f", "form 3", "form 4", "form 5"].map((words) => ({ words })),
  ...names(["momentum_12_1"], ["12-1 month momentum", "12-1-month momentum"]),
  ...names(["return_12m", "excess_12m"], ["12-month return", "12-month excess return", "12-month excess"]),
  ...names(["high_52w"], ["52-week high"], "daily"),
  ...names(["high_52w"], ["12-month high"], "monthly"),
  ...names(["trend_200d"], ["200-day mean", "200-day average", "200-day moving average", "200-day trend"], "daily"),
  ...names(
    ["trend_200d"],
    ["10-month mean", "10-month average", "10-month moving average", "10-month trend"],
    "monthly",
  ),
  ...names(["return_1m"], ["1-month return", "1-month reversal"]),
  ...names(["volatility", "beta"], ["252-day volatility", "252-day beta"], "daily"),
  ...names(["volatility", "beta"], ["36-month volatility", "36-month beta"], "monthly"),
  ...names(["volatility_recent"], ["60-day", "60-day volatility"]),
  ...names(["dollar_volume"], ["last 60 days", "last 60 trading days"]),
  ...names(["drawdown_probability", "probability", "score"], ["63 trading days"]),
  ...names(["probability", "score"], ["three months"]),
  ...names(["drawdown_probability"], ["fall of 15 % or more", "falls of 15 % or more", "drawdown of 15 % or more"]),
  ...names(["var_95"], ["95 % value at risk"]),
  ...names(["es_95"], ["95 % expected shortfall"]),
  ...names(["amihud"], ["per billion"]),
];

/** Components of a score: its sentence may name these measures without showing them. */
export const MADE_OF: Readonly<Partial<Record<MetricId, readonly MetricId[]>>> = {
  score_trend: ["momentum_12_1", "trend_200d", "high_52w", "return_1m"],
  score_risk: ["volatility", "beta"],
  score_liquidity: ["amihud"],
  score: ["momentum_12_1", "trend_200d", "high_52w", "return_1m", "volatility", "beta", "amihud"],
  probability: ["score"],
};

/**
 * A sentence with a claim of the metric must contain at least one of these words, in any case: a right
 * figure under a wrong name is a wrong sentence. An empty list requires none.
 */
export const METRIC_WORDS: Readonly<Record<MetricId, readonly string[]>> = {
  close: ["clos"],
  momentum_12_1: ["momentum"],
  return_12m: ["12-month return", "year"],
  excess_12m: ["excess"],
  trend_200d: ["average", "mean", "trend"],
  high_52w: ["high"],
  return_1m: ["1-month"],
  volatility: ["volatil"],
  volatility_recent: ["volatil"],
  max_drawdown_1y: ["drawdown", "fall", "fell", "peak"],
  var_95: ["value at risk"],
  es_95: ["expected shortfall"],
  beta: ["beta"],
  drawdown_probability: ["chance", "probability"],
  dollar_volume: ["volume", "traded"],
  amihud: ["amihud", "impact"],
  score_trend: ["trend"],
  score_risk: ["risk"],
  score_liquidity: ["liquidity"],
  score: ["score"],
  probability: ["probability"],
  rank: ["rank"],
  peers: ["of", "peers", "companies"],
  months: ["month"],
  as_of: [],
};

/** Words that determine the metric of the figure right after them, as in `trend +0.17`, `beta is 1.38`. */
export const LABELS: Readonly<Record<string, readonly MetricId[]>> = {
  "value at risk": ["var_95"],
  "expected shortfall": ["es_95"],
  momentum: ["momentum_12_1"],
  "1-month return": ["return_1m"],
  "12-month return": ["return_12m"],
  excess: ["excess_12m"],
  mean: ["trend_200d"],
  high: ["high_52w"],
  volatility: ["volatility", "volatility_recent"],
  "60-day": ["volatility_recent"],
  beta: ["beta"],
  trend: ["score_trend"],
  risk: ["score_risk"],
  liquidity: ["score_liquidity"],
  score: ["score"],
  probability: ["probability"],
  rank: ["rank"],
  ranks: ["rank"],
};

/** A sentence with a claim of these metrics must name the benchmark or use one of the words below. */
export const MEASURED_AGAINST: readonly MetricId[] = ["excess_12m", "beta"];
/** Words that mean the benchmark where it is not named. */
export const BENCHMARK_WORDS: readonly string[] = ["benchmark", "market", "index"];

/**
 * A name right after one of these, with or without `the`, must be the benchmark; elsewhere the benchmark may
 * be named only in a sentence about it.
 */
export const BEFORE_BENCHMARK: readonly string[] = ["over", "against", "than", "beating", "to", "versus", "behind"];

/** Words in capitals that are neither a ticker nor a currency; any other is treated as an unknown ticker. */
export const ACRONYMS: readonly string[] = ["SEC", "XBRL", "GICS", "NYSE", "US", "USA", "ETF", "CIK", "SIC", "OK"];

/** Numbers spelled as words, and units without a figure: they count as figures that no claim can match. */
export const NUMBER_WORDS: readonly string[] = [
  ...["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
  ...["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
  ...["dozen", "hundred", "thousand", "million", "billion", "trillion", "double", "doubled", "twice", "triple"],
  ...["bn", "mn", "tn"],
];
