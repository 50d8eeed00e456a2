import type { Company } from "../data/company.ts";

/** `AAPL (Apple Inc.)`; only the ticker where the data has no other name. */
export function nameOf({ ticker, name }: Company): string {
  return name === ticker ? ticker : `${ticker} (${name})`;
}
