/** What a name ends in that nobody says: its legal form, its class of shares. */
const ENDING =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|cos|plc|ltd|limited|llc|lp|sa|s\.a|ag|nv|n\.v|se|class [a-z]|\(?the\)?|&)\.?$/i;

/** A company as a sentence names it first: `Apple (AAPL)` for `Apple Inc.`, or the ticker alone if the data have no name. */
export function companyLabel({ ticker, name }: { readonly ticker: string; readonly name: string }): string {
  return name === ticker ? ticker : `${shortName(name)} (${ticker})`;
}

function shortName(name: string): string {
  const shorter = name.trim().replace(ENDING, "");
  return shorter === "" || shorter === name.trim() ? name.trim() : shortName(shorter);
}
