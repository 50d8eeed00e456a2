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
  group_size: {
    unit: "count",
    of: true,
    decimals: 0,
    formula: "members of the group that have the metric, this one included",
  },
  companion_correlation: {
    unit: "ratio",
    decimals: 2,
    formula:
      "highest correlation of r with that of another member of the group, over the last 252 bars daily, 36 (at least 24) monthly; at least 240 of a year's bars paired by equal dates of both ends",
  },
  as_of: { unit: "date", decimals: 0, formula: "date of the last bar used" },
} as const satisfies Metrics;
