import {
  change,
  close,
  closes,
  column,
  type Expression,
  fall,
  highest,
  less1,
  market,
  mean,
  median,
  minus,
  over,
  RECENT_BARS,
  scaled,
  slope,
  tail,
  yearly,
} from "./expression.ts";
import type { PerMetric } from "./metric.ts";

/** How a measure of prices is computed. */
export interface PriceRow {
  readonly value: Expression;
  /** It needs daily bars. */
  readonly isDaily?: true;
  /** It is money, so that the currency of the prices must be stated. */
  readonly isMoney?: true;
}

const TAIL = 0.05;
/** Amihud's ratio is tiny per dollar, so it is shown per billion. */
const BILLION = 1e9;

/** Measures of prices alone, by id. The chance of a drawdown is a formula of its own. */
export const PRICE_ROWS: PerMetric<PriceRow> = {
  close: { value: close() },
  momentum_12_1: { value: change("year", "month") },
  return_12m: { value: change("year") },
  return_1m: { value: change("month") },
  excess_12m: { value: minus(change("year"), market("year")) },
  trend_200d: { value: less1(over(close(), mean(closes("mean")))) },
  turn_200d: { value: mean(closes("mean", -1)) },
  turn_gap: { value: less1(over(mean(closes("mean", -1)), close())) },
  high_52w: { value: over(close(), highest(closes("year"))) },
  volatility: { value: yearly("spread") },
  volatility_recent: { value: yearly(RECENT_BARS), isDaily: true },
  max_drawdown_1y: { value: fall(closes("year", 1)) },
  var_95: { value: tail(252, TAIL, "last"), isDaily: true },
  es_95: { value: tail(252, TAIL, "mean"), isDaily: true },
  beta: { value: slope("pairs") },
  dollar_volume: { value: median(column("traded", RECENT_BARS)), isDaily: true, isMoney: true },
  amihud: { value: scaled(mean(column("impact", 252)), BILLION), isDaily: true },
};
