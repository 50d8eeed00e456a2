import type { Metrics } from "./metric.ts";

export const QUALITY_METRICS = {} as const satisfies Metrics;
