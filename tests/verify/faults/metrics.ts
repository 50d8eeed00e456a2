import { VOCABULARY } from "../../../src/data/vocabulary.ts";

/** Every metric that a claim may be of, with what it says of itself. */
export const METRICS_OF_CLAIMS = Object.entries(VOCABULARY.metrics).map(([id, { unit, formula }]) => ({
  id,
  unit,
  formula,
}));
