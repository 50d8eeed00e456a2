import type { Company } from "../data/dataset.ts";

/** `AAPL (Apple Inc.)`, or the ticker alone if the data has no name. */
export function nameOf({ ticker, name }: Company): string {
  return name === ticker ? ticker : `${ticker} (${name})`;
}
