import { normaliseTicker } from "./ticker.ts";

/** Names that files have which hold many tickers, or none. */
const NO_TICKERS = new Set(["prices", "price", "stocks", "stock", "data", "daily", "monthly", "quotes", "facts"]);
const SHAPE = /^\^?[a-z0-9]{1,6}(?:[.-][a-z]{1,4})?$|^benchmark$/i;

/** The ticker that a file of prices is named after, like `BRK.B` for `brk-b.csv.gz`. */
export function tickerOfFile(file: string): string | undefined {
  const stem = file.replace(/\.csv(?:\.gz)?$/i, "");
  if (NO_TICKERS.has(stem.toLowerCase()) || !SHAPE.test(stem)) return undefined;
  return normaliseTicker(stem);
}
