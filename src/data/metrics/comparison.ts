import type { Metrics } from "./metric.ts";

/** Metrics that place a value among others, and the day. */
export const COMPARISON_METRICS = {
  rank: {
    unit: "count",
    of: true,
    decimals: 0,
    formula: "1 + number of peers with a higher value of the metric `of` (highest is 1)",
  },
  peers: {
    unit: "count",
    of: true,
    decimals: 0,
    formula: "companies compared with, this one included",
  },
  months: {
    unit: "count",
    of: true,
    decimals: 0,
    formula: "month-ends of the company's own history compared with",
  },
  compared: {
    unit: "count",
    of: true,
    decimals: 0,
    formula: "companies of the answer that have the metric `of`, or a return of the span `of`",
  },
  as_of: { unit: "date", decimals: 0, formula: "date of the last bar used" },
} as const satisfies Metrics;
