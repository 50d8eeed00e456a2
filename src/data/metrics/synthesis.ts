import { metricRows } from "./metric_row.ts";

/** Metrics that join the domains. */
export const SYNTHESIS_METRICS = metricRows(`
  score: score 2 | mean of the scores that exist, that of trend among them, of at least two measures; over several companies, their mean
    name score | window as of | head score | usual 0.014
  probability: ratio 2 | 0.5 + 0.05 score; uncalibrated, so never beyond 0.45 to 0.55
`);

/** Measures that no domain has; a question asks for them at a window. */
export const ASKED_METRICS = metricRows(`
  sma_200d: currency 2 | mean of the last 200 closes; daily only; spans 200 alone
    name 200-day moving average | window on
`);

/** Metrics that place a value among others, and the day. */
export const COMPARISON_METRICS = metricRows(`
  rank: count 0 ordinal of | 1 + number of peers with a higher value of the metric \`of\` (highest is 1)
  mean_percentile: fraction 0 of criteria | mean over the criteria of the share of the answer's companies that are worse, plus half of the equal ones, itself included | head average percentile
  peers: count 0 of | companies compared with, this one included
  months: count 0 of | month-ends of the company's own history compared with
  compared: count 0 of | companies of the answer that have the metric \`of\`, or a return of the span \`of\`
  as_of: date 0 | date of the last bar used
`);
