import { z } from "zod";
import { lenient } from "./lenient.ts";

/** One name of a portfolio. */
export interface PortfolioPosition {
  /** Its ticker. */
  readonly ticker: string;
  /** Signed share of the portfolio, 0.05 for 5%; negative for a short position. */
  readonly weight: number;
  /** Share of the portfolio's variance, below 0 for a hedge; those of all positions add up to 1. Absent where it is not measured. */
  readonly variance_share?: number | undefined;
  /** Why it is not measured, like `month-ends only`; absent where it is. */
  readonly missing?: string | undefined;
}

/**
 * A portfolio's own risk, held in the weights of the question. Sums are of all weights; measures are of the positions
 * without `missing`, in their weights as given: nothing is scaled up, and what is not measured counts as cash.
 */
export interface Portfolio {
  /** Day of the newest prices that all measured names have, `YYYY-MM-DD`. */
  readonly as_of?: string | undefined;
  /** `daily` or `monthly`: that of the bars behind the measures. */
  readonly frequency?: string | undefined;
  /** Sum of the absolute weights: `long` + `short`. */
  readonly gross?: number | undefined;
  /** Sum of the weights: `long` - `short`. */
  readonly net?: number | undefined;
  /** Sum of the weights above 0. */
  readonly long?: number | undefined;
  /** Sum of the absolute weights below 0, 0 or more. */
  readonly short?: number | undefined;
  /** Herfindahl index: sum of the squared weights over the square of `gross`, 0 to 1. */
  readonly concentration?: number | undefined;
  /** Number of equal positions that would be as concentrated: 1 / `concentration`. */
  readonly effective_names?: number | undefined;
  /** Number of positions that are measured. */
  readonly measured_names?: number | undefined;
  /** Sum of the absolute weights of the positions that are not measured. */
  readonly missing_weight?: number | undefined;
  /** Standard deviation of its returns, a year (0.112 for 11.2%). */
  readonly volatility?: number | undefined;
  /** Chance of a fall of 15% or more within the horizon, from its own volatility, 0 to 1. */
  readonly drawdown_probability?: number | undefined;
  /** Mean of its names' own chances of such a fall, each with its absolute weight. */
  readonly names_drawdown_probability?: number | undefined;
  /** Beta to the benchmark. */
  readonly beta?: number | undefined;
  /** Worst fall from a high within the past year, 0 or less. */
  readonly worst_fall?: number | undefined;
  /** Mean correlation of two of its names, -1 to 1. */
  readonly correlation?: number | undefined;
  /** One for each weight of the question, in its order. */
  readonly positions: readonly PortfolioPosition[];
}

const positionSchema = z.looseObject({
  ticker: z.string(),
  weight: z.number(),
  variance_share: lenient(z.number()),
  missing: lenient(z.string()),
}) satisfies z.ZodType<PortfolioPosition>;

/** Reads a {@linkcode Portfolio}. */
export const portfolioSchema = z.looseObject({
  as_of: lenient(z.string()),
  frequency: lenient(z.string()),
  gross: lenient(z.number()),
  net: lenient(z.number()),
  long: lenient(z.number()),
  short: lenient(z.number()),
  concentration: lenient(z.number()),
  effective_names: lenient(z.number()),
  measured_names: lenient(z.number()),
  missing_weight: lenient(z.number()),
  volatility: lenient(z.number()),
  drawdown_probability: lenient(z.number()),
  names_drawdown_probability: lenient(z.number()),
  beta: lenient(z.number()),
  worst_fall: lenient(z.number()),
  correlation: lenient(z.number()),
  positions: z.array(positionSchema),
}) satisfies z.ZodType<Portfolio>;
