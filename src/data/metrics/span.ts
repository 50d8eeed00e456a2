import { metricRows } from "./metric_row.ts";

const FIRST =
  "the last bar before the first day of the span, at most 17 days before it, 35 of monthly bars; where there is none, the first bar of the span";

/** Fewest returns of a span that pair with the benchmark's for its beta. */
export const SPAN_PAIRS = { daily: 60, monthly: 24 } as const;
/** Most days between the first day of a span and the close it is measured from. */
export const SPAN_BASE_DAYS = { daily: 17, monthly: 35 } as const;

/**
 * Metrics of a span of days that a question names, both included. They are computed over the closes from `span_first` to
 * `span_last`, at least two, which `soundness.ts` must trust; for a spike the bar before it counts again.
 */
export const SPAN_METRICS = metricRows(`
  all: of span
  span_first: date 0 | day of ${FIRST}
  span_last: date 0 | day of the last bar of the span
  span_return: fraction 1 | close of span_last / close of span_first - 1
  span_market: fraction 1 against | the benchmark's return between the same two days, from its last close on or before each
  span_beta: ratio 2 against | cov(r, b) / var(b) over the bars after span_first to span_last, r the return of a bar and b the benchmark's; at least 60 daily or 24 monthly bars paired by equal dates of both ends | published Sharpe 1964
  span_beta_return: fraction 1 against | span_beta times span_market | published Brown & Warner 1985 | was span_explained
  span_residual: ratio 1 against | span_return less span_beta_return, in percentage points | published Brown & Warner 1985 | was span_own
  span_drawdown: fraction 1 loss | min over t of P[t] / max(P[first..t]) - 1 from span_first to span_last, where it is below 0 | published Magdon-Ismail & Atiya 2004 | was span_fall
  span_drawdown_from: date 0 | day of the highest close before span_drawdown_to, of equal ones the last | was span_fall_from
  span_drawdown_to: date 0 | day on which span_drawdown is reached first | was span_fall_to
  span_worst: fraction 1 loss | lowest return of a day after span_first up to span_last; daily only
  span_worst_day: date 0 | day of span_worst, of equal ones the first
  span_volatility_first: fraction 1 | volatility as of span_first
  span_volatility_last: fraction 1 | volatility as of span_last
  span_mean_first: fraction 1 | trend_200d as of span_first
  span_mean_last: fraction 1 | trend_200d as of span_last
`);
