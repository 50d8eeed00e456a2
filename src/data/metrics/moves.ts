import type { Metrics } from "./metric.ts";
import { spanning } from "./soundness.ts";

const DATE = { unit: "date", decimals: 0 } as const;
const RETURN = { unit: "fraction", decimals: 1 } as const;
const COUNT = { unit: "count", decimals: 0 } as const;
const RATIO = { unit: "ratio", decimals: 1 } as const;
const SHARE = { unit: "fraction", decimals: 0 } as const;
const YEAR = `the last 252 r daily, 12 monthly${spanning(252)}`;
const PAIRS =
  "over the bars that beta pairs with the benchmark's, r the company's return of such a bar and b the benchmark's";

/**
 * What tells one name from another: how its past year went. P[n] is the last close on or before the as-of day, r a bar's
 * simple return, b the benchmark's of the same bar. None has a score; of equal bars the newest counts.
 */
export const MOVES_METRICS = {
  top_move: { ...RETURN, formula: `the r of largest size among ${YEAR}` },
  top_move_day: { ...DATE, formula: "day of top_move" },
  top_move_market: { ...RETURN, against: true, formula: "b of the bar of top_move" },
  top_move_times: { ...RATIO, formula: "size of top_move over the median size of those r" },
  main_month: {
    ...DATE,
    month: true,
    formula: `last day of the calendar month whose r, among ${YEAR}, compound to main_month_return; daily only`,
  },
  main_month_return: {
    ...RETURN,
    formula: "product of 1 + r over a calendar month, less 1: that of largest log size; daily only",
  },
  first_half: { ...RETURN, formula: `P[n-126] / P[n-252] - 1 daily; P[n-6] / P[n-12] - 1 monthly${spanning(252)}` },
  second_half: { ...RETURN, formula: `P[n] / P[n-126] - 1 daily; P[n] / P[n-6] - 1 monthly${spanning(252)}` },
  half_turn: { ...RETURN, formula: "second_half less first_half" },
  high_day: { ...DATE, formula: `day of the highest of the last 252 closes daily, 12 monthly${spanning(252)}` },
  high_age: { ...COUNT, formula: "bars since high_day" },
  low_day: { ...DATE, formula: `day of the lowest of the last 252 closes daily, 12 monthly${spanning(252)}` },
  low_age: { ...COUNT, formula: "bars since low_day" },
  longest_run: {
    ...COUNT,
    formula: `bars of the longest run of r of one sign among ${YEAR}; below 0 of a run of falls`,
  },
  run_length: { ...COUNT, formula: "size of longest_run" },
  run_day: { ...DATE, formula: "day of the last bar of longest_run" },
  market_share: {
    ...SHARE,
    against: true,
    formula: `squared correlation of r and b ${PAIRS}`,
    published: "Roll 1988",
  },
  market_part: {
    ...RETURN,
    against: true,
    formula: "beta times the benchmark's return between the two days of return_12m",
    published: "Sharpe 1964",
  },
  own_return: { ...RETURN, against: true, formula: "return_12m less market_part", published: "Jensen 1968" },
  up_capture: {
    ...SHARE,
    against: true,
    formula: `mean r over mean b where b is above 0, ${PAIRS}; at least a fifth of them`,
  },
  down_capture: {
    ...SHARE,
    against: true,
    formula: `mean r over mean b where b is below 0, ${PAIRS}; at least a fifth of them`,
  },
  capture_gap: { ...SHARE, against: true, formula: "up_capture less down_capture" },
  fall_from: { ...DATE, formula: "day of the highest close before fall_to, in the window of max_drawdown_1y" },
  fall_to: { ...DATE, formula: "day on which the fall of max_drawdown_1y is deepest" },
  recovery: { ...SHARE, formula: "(P[n] - close of fall_to) / (close of fall_from - close of fall_to)" },
  calm_change: { ...RATIO, decimals: 2, formula: "volatility_recent / volatility; daily only" },
} as const satisfies Metrics;
