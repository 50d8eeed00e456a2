const MARKET_NAMES: Readonly<Record<string, string>> = {
  "^GSPC": "the S&P 500",
  SPY: "the S&P 500 (SPY)",
  BENCHMARK: "the benchmark",
  INDEX: "the index",
};

/** Name of a benchmark in a sentence, like `the S&P 500`; its ticker where it has none. */
export function marketName(ticker: string): string {
  return MARKET_NAMES[ticker] ?? ticker;
}
