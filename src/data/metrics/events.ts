import type { Metrics } from "./metric.ts";

export const EVENTS_METRICS = {} as const satisfies Metrics;
