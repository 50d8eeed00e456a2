import { metricRows, type Metrics } from "./metric.ts";

/** Metrics that join the domains. */
export const SYNTHESIS_METRICS: Metrics = metricRows(`
  score: score 2 | mean of the scores that exist; over several companies, their mean
  probability: ratio 2 | 0.5 + 0.05 score; uncalibrated, so never beyond 0.45 to 0.55
`);
