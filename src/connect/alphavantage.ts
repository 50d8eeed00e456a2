import { type PriceService, priceSource } from "./price_source.ts";
import { spell } from "./price_symbols.ts";
import { planRate } from "./plan_rate.ts";
import { serviceKey } from "./service_key.ts";
import type { SourceMaker } from "./source.ts";

const MS_PER_SECOND = 1_000;
const MS_PER_DAY = 86_400_000;
/** Of a free key. */
const FREE = [{ count: 1, perMs: MS_PER_SECOND }, { count: 25, perMs: MS_PER_DAY }];
/** Of the smallest plan that is paid for, which has adjusted prices. */
const PAID = [{ count: 75, perMs: 60 * MS_PER_SECOND }];
const KEY = "CONVICTION_ALPHAVANTAGE_KEY";
const EXCHANGES = { L: ".LON", DE: ".DEX", TO: ".TRT", BO: ".BSE", SS: ".SHH", SZ: ".SHZ" };
const RAW_COLUMNS = ["timestamp", "open", "high", "low", "close", "volume"];

/**
 * Alpha Vantage's daily prices: https://www.alphavantage.co/documentation/#dailyadj and #daily. `close` is as traded,
 * `adjusted_close` after splits and dividends, `split_coefficient` is other than 1 on the day of a split. A free key
 * gets `alphavantage:daily` only: prices as traded of the last 100 sessions, which say nothing of splits, at 25 requests
 * a day and one a second. Refusals come as JSON with status 200, and may quote the key.
 */
export const ALPHAVANTAGE: SourceMaker = {
  name: "alphavantage",
  help:
    "daily prices of Alpha Vantage with a paid key, 75 requests a minute; alphavantage:daily with a free one, 25 a day",
  needs: [KEY],
  make(what, options) {
    const isRaw = what === "daily";
    const rate = isRaw ? FREE : planRate(what, { name: "alphavantage", rate: PAID });
    const key = serviceKey(options, KEY, { page: "https://www.alphavantage.co/support/#api-key" });
    return priceSource({ ...alphaVantage(key, { isRaw }), rate }, options);
  },
};

function alphaVantage(key: string, { isRaw }: { readonly isRaw: boolean }): Omit<PriceService, "rate"> {
  const called = isRaw ? "TIME_SERIES_DAILY" : "TIME_SERIES_DAILY_ADJUSTED";
  return {
    name: isRaw ? "alphavantage_daily" : "alphavantage",
    title: "Alpha Vantage",
    hosts: ["www.alphavantage.co"],
    columns: isRaw ? RAW_COLUMNS : [...RAW_COLUMNS, "adjusted_close", "dividend_amount", "split_coefficient"],
    isNewestFirst: true,
    key,
    symbolOf: (ticker) => spell(ticker, { classMark: ".", home: "", exchanges: EXCHANGES }),
    request: (symbol, { isAll }) => ({
      url: `https://www.alphavantage.co/query?function=${called}&symbol=${symbol}` +
        `&outputsize=${isAll && !isRaw ? "full" : "compact"}&datatype=csv`,
      secretParameters: { apikey: key },
    }),
    pauseMs: pauseOf,
  };
}

/** The message for two requests in one second, which are asked again, names the limit of a day too. */
function pauseOf(text: string): number | undefined {
  if (/spreading out/i.test(text)) return 2 * MS_PER_SECOND;
  if (/requests per day|call frequency/i.test(text)) return MS_PER_DAY;
  return /apikey is invalid|premium endpoint|premium feature/i.test(text) ? Infinity : undefined;
}
