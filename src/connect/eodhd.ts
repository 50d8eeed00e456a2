import { type PriceService, priceSource } from "./price_source.ts";
import { spell } from "./price_symbols.ts";
import { planRate } from "./plan_rate.ts";
import { serviceKey } from "./service_key.ts";
import type { SourceMaker } from "./source.ts";

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const KEY = "CONVICTION_EODHD_KEY";
/** https://eodhd.com/financial-apis/exchanges-api-list-of-tickers-and-trading-hours lists its codes. */
const EXCHANGES = Object.fromEntries(
  "L.LSE DE.XETRA PA.PA AS.AS BR.BR LS.LS MC.MC SW.SW VI.VI ST.ST CO.CO HE.HE OL.OL TO.TO AX.AU HK.HK KS.KO KQ.KQ"
    .split(" ").map((pair) => pair.split(/(?=\.)/)),
);

/**
 * EODHD's end-of-day prices: https://eodhd.com/financial-apis/api-for-historical-data-and-volumes. Open, high, low and
 * close are as traded, `Adjusted_close` after splits and dividends; no column names a split. The free plan gives the last
 * year, 20 requests a day; the paid ones 1,000 a minute. Refusals are plain text; a last line below the rows says what
 * the plan leaves out.
 */
export const EODHD: SourceMaker = {
  name: "eodhd",
  help: "daily prices of EODHD; 20 requests a day, or eodhd:1000/minute with a paid key",
  needs: [KEY],
  make(what, options) {
    const rate = planRate(what, { name: "eodhd", rate: [{ count: 20, perMs: MS_PER_DAY }] });
    return priceSource({ ...eodhd(serviceKey(options, KEY, { page: "https://eodhd.com" })), rate }, options);
  },
};

function eodhd(key: string): Omit<PriceService, "rate"> {
  return {
    name: "eodhd",
    title: "EODHD",
    hosts: ["eodhd.com"],
    columns: ["Date", "Open", "High", "Low", "Close", "Adjusted_close", "Volume"],
    isNewestFirst: false,
    key,
    symbolOf: (ticker) => spell(ticker, { classMark: "-", home: ".US", exchanges: EXCHANGES, index: ".INDX" }),
    request: (symbol, { from }) => ({
      url: `https://eodhd.com/api/eod/${symbol}?from=${from}&period=d&order=a&fmt=csv`,
      secretParameters: { api_token: key },
    }),
    pauseMs(text, status) {
      if (status === 402 || /daily API requests limit/i.test(text)) return MS_PER_DAY;
      if (status === 429) return MS_PER_MINUTE;
      return status === 401 || /unauthenticated/i.test(text) ? Infinity : undefined;
    },
  };
}
