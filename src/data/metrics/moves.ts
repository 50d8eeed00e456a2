import { metricRows, type Metrics } from "./metric.ts";
import { spanning } from "./soundness.ts";

const YEAR = `the last 252 r daily, 12 monthly${spanning(252)}`;
const PAIRS =
  "over the bars that beta pairs with the benchmark's, r the company's return of such a bar and b the benchmark's";

/**
 * What tells one name from another: how its past year went. P[n] is the last close on or before the as-of day, r a bar's
 * simple return, b the benchmark's of the same bar. None has a score; of equal bars the newest counts.
 */
export const MOVES_METRICS: Metrics = metricRows(`
  top_move: fraction 1 | the r of largest size among ${YEAR}
  top_move_day: date 0 | day of top_move
  top_move_market: fraction 1 against | b of the bar of top_move
  top_move_times: ratio 1 | size of top_move over the median size of those r
  main_month: date 0 month | last day of the calendar month whose r, among ${YEAR}, compound to main_month_return; daily only
  main_month_return: fraction 1 | product of 1 + r over a calendar month, less 1: that of largest log size; daily only
  first_half: fraction 1 | P[n-126] / P[n-252] - 1 daily; P[n-6] / P[n-12] - 1 monthly${spanning(252)}
  second_half: fraction 1 | P[n] / P[n-126] - 1 daily; P[n] / P[n-6] - 1 monthly${spanning(252)}
  half_turn: fraction 1 | second_half less first_half
  high_day: date 0 | day of the highest of the last 252 closes daily, 12 monthly${spanning(252)}
  high_age: count 0 | bars since high_day
  low_day: date 0 | day of the lowest of the last 252 closes daily, 12 monthly${spanning(252)}
  low_age: count 0 | bars since low_day
  longest_run: count 0 | bars of the longest run of r of one sign among ${YEAR}; below 0 of a run of falls
  run_length: count 0 | size of longest_run
  run_day: date 0 | day of the last bar of longest_run
  market_share: fraction 0 against | squared correlation of r and b ${PAIRS} | published Roll 1988
  market_part: fraction 1 against | beta times the benchmark's return between the two days of return_12m | published Sharpe 1964
  own_return: fraction 1 against | return_12m less market_part | published Jensen 1968
  up_capture: fraction 0 against | mean r over mean b where b is above 0, ${PAIRS}; at least a fifth of them
  down_capture: fraction 0 against | mean r over mean b where b is below 0, ${PAIRS}; at least a fifth of them
  capture_gap: fraction 0 against | up_capture less down_capture
  fall_from: date 0 | day of the highest close before fall_to, in the window of max_drawdown_1y
  fall_to: date 0 | day on which the fall of max_drawdown_1y is deepest
  recovery: fraction 0 | (P[n] - close of fall_to) / (close of fall_from - close of fall_to)
  calm_change: ratio 2 | volatility_recent / volatility; daily only
`);
