/** Unit of a figure. A `fraction` is shown in per cent, a `score` with a sign; a `word` is a judgement, a `name` says of whom. */
export type Unit =
  | "fraction"
  | "ratio"
  | "score"
  | "currency"
  | "count"
  | "date"
  | "word"
  | "name";

/** Id of a metric, like `volatility`; a row of the table of metrics. */
export type MetricId = string;

/** One row of the table of metrics. */
export interface Metric {
  readonly unit: Unit;
  /** Decimal places shown; for a `fraction`, of the per cent value. A chance of a fall just below 25 % shows more. */
  readonly decimals: number;
  /** Definition, precise enough to recompute the figure. */
  readonly formula: string;
  /** Publication of the definition; absent for plain arithmetic. */
  readonly published?: string;
  /** Present where it is measured against the benchmark. */
  readonly against?: true;
  /** Present where a claim of it is of something: another metric, a domain or a cause, as the formula says. */
  readonly of?: true;
  /** How a sentence names it where it is missing, like `the yearly return`; absent where its absence is not said. */
  readonly missing?: string;
}

/** Metrics by id. */
export type Metrics = Readonly<Record<MetricId, Metric>>;

/**
 * Why a metric has no value: too short a history, bars too coarse, no benchmark over the span, days without a volume,
 * too little to compare with.
 */
export const CAUSES = ["history", "monthly", "benchmark", "volume", "comparison"] as const;

/** One of {@linkcode CAUSES}. */
export type Cause = (typeof CAUSES)[number];
