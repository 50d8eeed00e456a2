import type { Metrics } from "./metric.ts";

export const INSIDER_METRICS = {} as const satisfies Metrics;
