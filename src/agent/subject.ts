import type { Company } from "../data/dataset.ts";

/** Name of the domain to speak of first; `general` where the request asks about none. */
export type Focus = string;

/** `AAPL (Apple Inc.)`, or the ticker alone if the data has no name. */
export function nameOf({ ticker, name }: Company): string {
  return name === ticker ? ticker : `${ticker} (${name})`;
}
