import type { RateWindow } from "../pace/rate_limit.ts";
import { InputError } from "../protocol/errors.ts";
import { ApiKeyError, checkApiKey } from "../text/redact.ts";
import { type PriceService, priceSource } from "./price_source.ts";
import type { SourceMaker, SourceOptions } from "./source.ts";

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 86_400_000;
const SPANS: Readonly<Record<string, number>> = {
  second: MS_PER_SECOND,
  minute: MS_PER_MINUTE,
  hour: MS_PER_HOUR,
  day: MS_PER_DAY,
};

/** https://eodhd.com/financial-apis/exchanges-api-list-of-tickers-and-trading-hours lists its codes. */
const EODHD_EXCHANGES = Object.fromEntries(
  "L.LSE DE.XETRA PA.PA AS.AS BR.BR LS.LS MC.MC SW.SW VI.VI ST.ST CO.CO HE.HE OL.OL TO.TO AX.AU HK.HK KS.KO KQ.KQ"
    .split(" ").map((pair) => pair.split(/(?=\.)/)),
);
const ALPHAVANTAGE_EXCHANGES = { L: ".LON", DE: ".DEX", TO: ".TRT", BO: ".BSE", SS: ".SHH", SZ: ".SHZ" };
const ALPHAVANTAGE_COLUMNS = ["timestamp", "open", "high", "low", "close", "volume"];
/** Of a free key of Alpha Vantage. */
const FREE = [{ count: 1, perMs: MS_PER_SECOND }, { count: 25, perMs: MS_PER_DAY }];

/**
 * Tiingo's end-of-day prices: https://www.tiingo.com/documentation/end-of-day. `close` is as traded, `adjClose` after
 * splits and dividends, `splitFactor` is other than 1 on the day of a split. The free plan gives 50 requests an hour,
 * 1,000 a day and 500 symbols a month.
 */
export const TIINGO = keyed({
  name: "tiingo",
  help: "daily prices of Tiingo; 50 requests an hour, or tiingo:5000/hour with another plan",
  page: "https://www.tiingo.com",
  rate: [{ count: 50, perMs: MS_PER_HOUR }],
}, (key) => ({
  title: "Tiingo",
  hosts: ["api.tiingo.com"],
  columns: ["date", "close", "high", "low", "open", "volume", "adjClose", "divCash", "splitFactor"],
  isNewestFirst: false,
  symbolOf: (ticker) => spell(ticker, { classMark: "-", home: "", exchanges: {} }),
  request: (symbol, { from }) => ({
    url: `https://api.tiingo.com/tiingo/daily/${symbol}/prices?startDate=${from}&format=csv`,
    headers: { authorization: `Token ${key}` },
  }),
  pauseMs(text, status) {
    if (status === 429 || /allocation|have run over/i.test(text)) return MS_PER_HOUR;
    return status === 401 || /token/i.test(text) ? Infinity : undefined;
  },
}));

/**
 * EODHD's end-of-day prices: https://eodhd.com/financial-apis/api-for-historical-data-and-volumes. Open, high, low and
 * close are as traded, `Adjusted_close` after splits and dividends; no column names a split. The free plan gives the last
 * year, 20 requests a day; the paid ones 1,000 a minute. Refusals are plain text; a last line below the rows says what
 * the plan leaves out.
 */
export const EODHD = keyed({
  name: "eodhd",
  help: "daily prices of EODHD; 20 requests a day, or eodhd:1000/minute with a paid key",
  page: "https://eodhd.com",
  rate: [{ count: 20, perMs: MS_PER_DAY }],
}, (key) => ({
  title: "EODHD",
  hosts: ["eodhd.com"],
  columns: ["Date", "Open", "High", "Low", "Close", "Adjusted_close", "Volume"],
  isNewestFirst: false,
  symbolOf: (ticker) => spell(ticker, { classMark: "-", home: ".US", exchanges: EODHD_EXCHANGES, index: ".INDX" }),
  request: (symbol, { from }) => ({
    url: `https://eodhd.com/api/eod/${symbol}?from=${from}&period=d&order=a&fmt=csv`,
    secretParameters: { api_token: key },
  }),
  pauseMs(text, status) {
    if (status === 402 || /daily API requests limit/i.test(text)) return MS_PER_DAY;
    if (status === 429) return MS_PER_MINUTE;
    return status === 401 || /unauthenticated/i.test(text) ? Infinity : undefined;
  },
}));

/**
 * Alpha Vantage's daily prices: https://www.alphavantage.co/documentation/#dailyadj and #daily. `close` is as traded,
 * `adjusted_close` after splits and dividends, `split_coefficient` is other than 1 on the day of a split. A free key
 * gets `alphavantage:daily` only: prices as traded of the last 100 sessions, which say nothing of splits, at 25 requests
 * a day and one a second. Refusals come as JSON with status 200, and may quote the key.
 */
export const ALPHAVANTAGE = keyed({
  name: "alphavantage",
  help:
    "daily prices of Alpha Vantage with a paid key, 75 requests a minute; alphavantage:daily with a free one, 25 a day",
  page: "https://www.alphavantage.co/support/#api-key",
  rate: [{ count: 75, perMs: MS_PER_MINUTE }], // of the smallest plan that is paid for, which has adjusted prices
  free: { what: "daily", rate: FREE },
}, (key, isFree) => ({
  title: "Alpha Vantage",
  hosts: ["www.alphavantage.co"],
  columns: [
    ...ALPHAVANTAGE_COLUMNS,
    ...isFree ? [] : ["adjusted_close", "dividend_amount", "split_coefficient"],
  ],
  isNewestFirst: true,
  symbolOf: (ticker) => spell(ticker, { classMark: ".", home: "", exchanges: ALPHAVANTAGE_EXCHANGES }),
  request: (symbol, { isAll }) => ({
    url: `https://www.alphavantage.co/query?function=TIME_SERIES_DAILY${isFree ? "" : "_ADJUSTED"}&symbol=${symbol}` +
      `&outputsize=${isAll && !isFree ? "full" : "compact"}&datatype=csv`,
    secretParameters: { apikey: key },
  }),
  pauseMs(text) {
    // the message for two requests in one second, which are asked again, names the limit of a day too
    if (/spreading out/i.test(text)) return 2 * MS_PER_SECOND;
    if (/requests per day|call frequency/i.test(text)) return MS_PER_DAY;
    return /apikey is invalid|premium endpoint|premium feature/i.test(text) ? Infinity : undefined;
  },
}));

/** A service that gives each of its users a key. */
interface KeyedService {
  readonly name: string;
  readonly help: string;
  /** Where a key is to be had. */
  readonly page: string;
  /** Of the plan that most have. */
  readonly rate: readonly RateWindow[];
  /** What stands behind the colon for what a free key gets, where that is something else. */
  readonly free?: { readonly what: string; readonly rate: readonly RateWindow[] };
}

type Asked = Omit<PriceService, "name" | "key" | "rate">;

function keyed(
  { name, help, page, rate, free }: KeyedService,
  service: (key: string, isFree: boolean) => Asked,
): SourceMaker {
  const variable = `CONVICTION_${name.toUpperCase()}_KEY`;
  return {
    name,
    help,
    needs: [variable],
    make(what, options) {
      const isFree = free !== undefined && what === free.what;
      const planned = isFree ? free.rate : planRate(what, { name, rate });
      const key = serviceKey(options, variable, { page });
      const own = { name: isFree ? `${name}_${what}` : name, rate: planned, key };
      return priceSource({ ...service(key, isFree), ...own }, options);
    },
  };
}

/**
 * The rate of a person's plan, where it is written after the name of a source, like `eodhd:1000/minute`.
 * @param what Text after the colon; undefined without one.
 * @param options The source, and its rate where none is written.
 * @throws {InputError} when the text is no rate.
 */
function planRate(
  what: string | undefined,
  { name, rate }: { readonly name: string; readonly rate: readonly RateWindow[] },
): readonly RateWindow[] {
  if (what === undefined) return rate;
  const [, count = "", span = ""] = /^([1-9]\d{0,6})\/([a-z]+)$/.exec(what.trim()) ?? [];
  const perMs = SPANS[span];
  if (perMs !== undefined) return [{ count: Number(count), perMs }];
  const spans = Object.keys(SPANS).join(", ");
  throw new InputError(
    `Cannot fetch from ${name}:${what}: after the colon stands the rate of your plan, like ${name}:1000/hour; spans are ${spans}`,
  );
}

/**
 * The key of a service.
 * @throws {InputError} when it is missing or no key.
 */
function serviceKey(
  { env }: Pick<SourceOptions, "env">,
  name: string,
  { page }: { readonly page: string },
): string {
  const key = env(name) ?? "";
  if (key.trim() === "") throw new InputError(`Cannot fetch without a key: set ${name}; ${page} gives one`);
  try {
    return checkApiKey(key);
  } catch (cause) {
    const state = cause instanceof ApiKeyError ? cause.message.replace("Cannot use the API key: ", "") : "no key";
    throw new InputError(`Cannot use ${name}: ${state}`);
  }
}

/** A class of shares after the ticker, as it is kept: `BRK.B`. */
const CLASS = /^([A-Z0-9]+)\.([A-Z])$/;
/** An exchange after the ticker, in the widely used letters: `VOD.L`, `SAP.DE`. */
const EXCHANGE = /^([A-Z0-9-]+)\.(L|[A-Z]{2})$/;

/** How a service spells tickers. */
interface Spelling {
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
function spell(ticker: string, { classMark, home, exchanges, index }: Spelling): string | undefined {
  if (ticker.startsWith("^")) return index === undefined ? undefined : `${ticker.slice(1)}${index}`;
  const [, listed, letters = ""] = EXCHANGE.exec(ticker) ?? [];
  if (listed !== undefined) return exchanges[letters] === undefined ? undefined : `${listed}${exchanges[letters]}`;
  return `${ticker.replace(CLASS, `$1${classMark}$2`)}${home}`;
}
