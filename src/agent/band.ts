import { type Band, type BandId, BANDS } from "../data/metrics/bands.ts";
import { HAIR } from "../data/metrics/metric.ts";

/** The word for a figure: the first, from below, whose limit it does not pass. */
export function bandOf<Id extends BandId>(id: Id, value: number): Band<Id> {
  const { words, limits } = BANDS[id];
  const at = limits.findIndex((limit) => limit.isAbove ? value < limit.at - HAIR : value <= limit.at + HAIR);
  return words.at(at) as Band<Id>;
}
