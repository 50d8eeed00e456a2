import { type PriceService, priceSource } from "./price_source.ts";
import { spell } from "./price_symbols.ts";
import { planRate } from "./plan_rate.ts";
import { serviceKey } from "./service_key.ts";
import type { SourceMaker } from "./source.ts";

const MS_PER_HOUR = 3_600_000;
const KEY = "CONVICTION_TIINGO_KEY";

/**
 * Tiingo's end-of-day prices: https://www.tiingo.com/documentation/end-of-day. `close` is as traded, `adjClose` after
 * splits and dividends, `splitFactor` is other than 1 on the day of a split. The free plan gives 50 requests an hour,
 * 1,000 a day and 500 symbols a month.
 */
export const TIINGO: SourceMaker = {
  name: "tiingo",
  help: "daily prices of Tiingo; 50 requests an hour, or tiingo:5000/hour with another plan",
  needs: [KEY],
  make(what, options) {
    const rate = planRate(what, { name: "tiingo", rate: [{ count: 50, perMs: MS_PER_HOUR }] });
    return priceSource({ ...tiingo(serviceKey(options, KEY, { page: "https://www.tiingo.com" })), rate }, options);
  },
};

function tiingo(key: string): Omit<PriceService, "rate"> {
  return {
    name: "tiingo",
    title: "Tiingo",
    hosts: ["api.tiingo.com"],
    columns: ["date", "close", "high", "low", "open", "volume", "adjClose", "divCash", "splitFactor"],
    isNewestFirst: false,
    key,
    symbolOf: (ticker) => spell(ticker, { classMark: "-", home: "", exchanges: {} }),
    request: (symbol, { from }) => ({
      url: `https://api.tiingo.com/tiingo/daily/${symbol}/prices?startDate=${from}&format=csv`,
      headers: { authorization: `Token ${key}` },
    }),
    pauseMs(text, status) {
      if (status === 429 || /allocation|have run over/i.test(text)) return MS_PER_HOUR;
      return status === 401 || /token/i.test(text) ? Infinity : undefined;
    },
  };
}
