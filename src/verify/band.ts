import { type Band, type BandId, BANDS } from "../data/metrics/bands.ts";
import { HAIR } from "../data/metrics/metric.ts";

/** The word for a figure: the one above the highest limit that it is beyond. */
export function bandOf<Id extends BandId>(id: Id, value: number): Band<Id> {
  const { words, limits } = BANDS[id];
  let at = limits.length;
  for (; at > 0; at--) {
    const { at: limit = NaN, isAbove } = limits[at - 1] ?? {};
    if (isAbove ? limit - value <= HAIR : value - limit > HAIR) break;
  }
  return words[at] as Band<Id>;
}
