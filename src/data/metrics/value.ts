import type { Metrics } from "./metric.ts";

export const VALUE_METRICS = {} as const satisfies Metrics;
