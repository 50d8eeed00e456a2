import { isMetricId } from "../../../src/data/metrics/metric.ts";
import { VOCABULARY } from "../../../src/data/vocabulary.ts";

/** Every metric that a claim may be of, with what it says of itself. */
export const METRICS_OF_CLAIMS = Object.entries(VOCABULARY.metrics).flatMap(([id, { unit, formula }]) =>
  isMetricId(id) ? [{ id, unit, formula }] : []
);
