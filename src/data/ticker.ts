/** Venue prefixes such as `NYSE:`, and the suffixes of terminals such as `US Equity`. */
const VENUE = /^(?:NASDAQ(?:GS|GM|CM)?|NYSE(?: ?ARCA| ?AMERICAN)?|AMEX|XNAS|XNYS|BATS|INDEX[A-Z]*|US)\s*:\s*/;
const TERMINAL = /(?:\s+U[SNQW])?\s+(?:EQUITY|INDEX)$|\s+U[SNQW]$|\.US$/;

/**
 * Normalises a ticker: upper case, the share class after a dot.
 * @param token As written by a person, a terminal or a price service.
 * @returns Like `BRK.B` for `brk-b`, `BRK/B` and `NYSE:BRK B`.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * strictEqual(normaliseTicker("$aapl"), "AAPL");
 * strictEqual(normaliseTicker("BF/B US Equity"), "BF.B");
 * ```
 */
export function normaliseTicker(token: string): string {
  const bare = token.trim().toUpperCase().replace(/^\$/, "")
    .replace(VENUE, "").replace(TERMINAL, "").trim();
  return bare.replace(/^(\^?[A-Z0-9]+)(?:[-/]|\s+)([A-Z])$/, "$1.$2");
}

/** File names that are not tickers. */
const NO_TICKERS = new Set(["prices", "price", "stocks", "stock", "data", "daily", "monthly", "quotes", "facts"]);
const SHAPE = /^\^?[a-z0-9]{1,6}(?:[.-][a-z]{1,4})?$|^benchmark$/i;

/** The ticker in the name of a price file, like `BRK.B` for `brk-b.csv.gz`. */
export function tickerOfFile(file: string): string | undefined {
  const stem = file.replace(/\.csv(?:\.gz)?$/i, "");
  if (NO_TICKERS.has(stem.toLowerCase()) || !SHAPE.test(stem)) return undefined;
  return normaliseTicker(stem);
}
