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

const SHAPE = /^\^?(?=.*[A-Z])[A-Z0-9]{1,6}(?:[.\-/][A-Z]{1,4})?$/;

/** Whether a cell is a ticker as price services write one, in capitals: `BRK.B`, `AAPL US Equity`. */
export function isTicker(cell: string): boolean {
  const bare = cell.trim().replace(/ (?:Equity|Index)$/, "").replace(/ U[SNQW]$/, "");
  return SHAPE.test(bare);
}

/** Words in names of files that are not tickers. */
const NO_TICKERS = new Set(
  ("prices price stocks stock data daily monthly quotes facts closes close notes readme table ohlcv ohlc market " +
    "export output volume").split(" "),
);

/** What price services write around a ticker, in the names of their files; the ticker is the group. */
const FILE_NAMES = [
  /^([a-z0-9^.-]+)_us_[dm]$/i, // Stooq
  /^([a-z0-9^-]+?)\.us$/i, // Stooq, many files at once
  /^(?:daily|monthly)_(?:adjusted_)?([A-Z0-9^.-]+)$/, // Alpha Vantage
  /^([A-Z0-9^.-]+)_(?:daily|data|monthly|prices)$/, // Kaggle
  /^([A-Z0-9^.-]+) (?:Historical Data|Stock Price History)$/, // Investing.com
  /^([A-Z0-9^./-]+(?: [A-Z])?)(?: U[SNQW])? (?:Equity|Index)$/, // Bloomberg
  /^[A-Z]+_([A-Z0-9.]+), 1[DM](?:_[0-9a-z]+)?$/, // TradingView
];
const STEM = /^\^?[a-z0-9]{1,6}(?:[.-][a-z]{1,4})?$|^benchmark$/i;

/**
 * The ticker in the name of a price file.
 * @param file Its name, without folders.
 * @returns Like `BRK.B` for `brk-b.csv.gz` and `AAPL` for `aapl_us_d.csv`; `undefined` without one.
 */
export function tickerOfFile(file: string): string | undefined {
  const stem = file.replace(/\.gz$/i, "").replace(/\.[a-z]+$/i, "").replace(/ \(\d+\)$/, "");
  const named = FILE_NAMES.map((shape) => shape.exec(stem)?.[1]).find((found) => found !== undefined);
  const ticker = named === undefined ? stem : normaliseTicker(named);
  return NO_TICKERS.has(ticker.toLowerCase()) || !STEM.test(ticker) ? undefined : normaliseTicker(ticker);
}
