import type { Basis, Frequency } from "./dataset.ts";
import type { MetricId, Unit } from "./metrics/metric.ts";

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
