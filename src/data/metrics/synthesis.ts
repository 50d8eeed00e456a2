import type { Metrics } from "./metric.ts";

/** Metrics that join the domains. */
export const SYNTHESIS_METRICS = {
  score: {
    unit: "score",
    decimals: 2,
    formula: "mean of the scores that exist; over several companies, their mean",
  },
  probability: {
    unit: "ratio",
    decimals: 2,
    formula: "0.5 + 0.05 score; uncalibrated, so never beyond 0.45 to 0.55",
  },
} as const satisfies Metrics;
