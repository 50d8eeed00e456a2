/** A small world of real figures, 1990 to 2022: months of eight companies, days, facts, splits and trades of some. */
import type { LoadedDataset } from "../../src/data/dataset.ts";
import { openSample } from "../../src/data/prices/sample.ts";

/** Opens it as of 2017-12-29; a view of a later day has later bars. */
export function openHistory(): Promise<LoadedDataset> {
  return openSample();
}
