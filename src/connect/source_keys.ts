/** The variables that hold keys of sources. In a file of its own: every command removes them from its output. */
export const SOURCE_KEYS: readonly string[] = [
  "CONVICTION_TIINGO_KEY",
  "CONVICTION_ALPHAVANTAGE_KEY",
  "CONVICTION_EODHD_KEY",
];
