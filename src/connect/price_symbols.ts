/** A class of shares after the ticker, as it is kept: `BRK.B`. */
const CLASS = /^([A-Z0-9]+)\.([A-Z])$/;
/** An exchange after the ticker, in the widely used letters: `VOD.L`, `SAP.DE`. */
const EXCHANGE = /^([A-Z0-9-]+)\.(L|[A-Z]{2})$/;

/** How a service spells tickers. */
export interface Spelling {
  /** Between ticker and class of shares. */
  readonly classMark: string;
  /** What follows a ticker of the United States. */
  readonly home: string;
  /** What stands in place of an exchange's letters, with its dot; tickers of other exchanges have no symbol. */
  readonly exchanges: Readonly<Record<string, string>>;
  /** What follows an index, in place of the `^` before it; without it an index has no symbol. */
  readonly index?: string;
}

/** The symbol of a ticker; undefined where the service has none like it. `.L` is London, and no class of shares. */
export function spell(ticker: string, { classMark, home, exchanges, index }: Spelling): string | undefined {
  if (ticker.startsWith("^")) return index === undefined ? undefined : `${ticker.slice(1)}${index}`;
  const [, listed, letters = ""] = EXCHANGE.exec(ticker) ?? [];
  if (listed !== undefined) return exchanges[letters] === undefined ? undefined : `${listed}${exchanges[letters]}`;
  return `${ticker.replace(CLASS, `$1${classMark}$2`)}${home}`;
}
