/** Venue prefixes such as `NYSE:`, and the suffixes of terminals such as `US Equity`. */
const VENUE = /^(?:NASDAQ(?:GS|GM|CM)?|NYSE(?: ?ARCA| ?AMERICAN)?|AMEX|XNAS|XNYS|BATS|INDEX[A-Z]*|US)\s*:\s*/;
const TERMINAL = /(?:\s+U[SNQW])?\s+(?:EQUITY|INDEX)$|\s+U[SNQW]$|\.US$/;

/** Codes of terminals behind a ticker and prefixes before one, and the ending of its exchange: `VOD LN`, `LON:VOD`. */
const ENDING_OF = new Map(
  ("GY.DE GR.DE ETR.DE FRA.DE LN.L LON.L FP.PA EPA.PA NA.AS AMS.AS IM.MI BIT.MI SM.MC BME.MC SW.SW VX.SW SWX.SW HK.HK " +
    "HKG.HK JP.T JT.T TYO.T CN.TO CT.TO TSE.TO AU.AX ASX.AX SS.ST STO.ST DC.CO CPH.CO KS.KS KRX.KS").split(" ")
    .map((one) => one.split(".") as [string, string]),
);

/**
 * Normalises a ticker: upper case, the share class and the exchange after a dot.
 * @param token As written by a person, a terminal or a price service.
 * @returns Like `BRK.B` for `brk-b`, `BRK/B` and `NYSE:BRK B`, and `VOD.L` for `VOD LN Equity` and `LON:VOD`.
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
  const [, before, ticker = before, code = ""] = /^(?:([A-Z]{2,5}):)?([A-Z0-9-]+)(?: ([A-Z]{2}))?$/.exec(bare) ?? [];
  const ending = ENDING_OF.get(before ?? code);
  if (ending !== undefined && (before === undefined) !== (code === "")) return `${ticker}.${ending}`;
  return bare.replace(/^(\^?[A-Z0-9]+)(?:[-/_]|\s+)([A-Z])$/, "$1.$2");
}

const SHAPE = /^\^?(?=.*[A-Z])[A-Z0-9]{1,6}(?:[.\-/][A-Z]{1,4})?$|^[A-Z0-9&]{1,10}(?:-[A-Z0-9]{1,5})?\.[A-Z]{2}$/;

/** Whether a cell is a ticker as price services write one, in capitals: `BRK.B`, `AAPL US Equity`. */
export function isTicker(cell: string): boolean {
  const bare = cell.trim().replace(/ (?:Equity|Index)$/, "").replace(/ U[SNQW]$/, "");
  return SHAPE.test(bare);
}

/** Words in names of files that are not tickers. */
const NO_TICKERS = new Set(
  ("prices price stocks stock data daily monthly quotes facts closes close notes readme table ohlcv ohlc market " +
    "export output volume bars portfolio watchlist holdings positions returns").split(" "),
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
/** In capitals, with the ending of an exchange or as pairs and futures are written: `RELIANCE.NS`, `ERIC-B.ST`, `ES=F`. */
const LONG_STEM = /^[A-Z0-9&]{1,10}(?:-[A-Z0-9]{1,5})?(?:\.[A-Z]{1,4}|=[XF])?$|^[A-Z]{1,5}_[A-Z]$/;
/** A folder as Hive and Spark divide a table: `ticker=KO/part-0.parquet`. */
const PARTITION = /(?:^|\/)(?:ticker|symbol)=([^/]+)\//i;

/**
 * The ticker in the name of a price file.
 * @param path Its name, with or without its folders.
 * @returns Like `BRK.B` for `brk-b.csv.gz` and `AAPL` for `aapl_us_d.csv`; `undefined` without one.
 */
export function tickerOfFile(path: string): string | undefined {
  const [, partition] = PARTITION.exec(path) ?? [];
  if (partition !== undefined) return normaliseTicker(partition);
  const ticker = bareStem(path);
  const isNone = NO_TICKERS.has(ticker.toLowerCase()) || !(STEM.test(ticker) || LONG_STEM.test(ticker));
  return isNone ? undefined : normaliseTicker(ticker);
}

function bareStem(path: string): string {
  const file = path.split("/").at(-1) ?? path;
  const stem = file.replace(/\.gz$/i, "").replace(/\.[a-z]+$/i, "").replace(/ \(\d+\)$/, "");
  const named = FILE_NAMES.map((shape) => shape.exec(stem)?.[1]).find((found) => found !== undefined);
  return named === undefined ? stem : normaliseTicker(named);
}

/**
 * Whether the name of a file says of which ticker it is, and a column of it says another: `AAPL.csv` with rows of MSFT.
 * A name without capitals is a word as well, and a column may leave out or add the ending of an exchange.
 * @param ticker What its column says.
 */
export function contradictsName(path: string, ticker: string): boolean {
  const named = tickerOfFile(path);
  const stem = bareStem(path);
  if (named === undefined || stem !== stem.toUpperCase() || !isTicker(ticker)) return false;
  const [one, other] = [named, ticker].map((name) => (name.split(".")[0] ?? name).replace(/[^A-Z0-9]/g, ""));
  return one !== other && named.replace(/[^A-Z0-9]/g, "") !== ticker.replace(/[^A-Z0-9]/g, "");
}
