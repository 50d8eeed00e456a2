import { metricRows } from "./metric_row.ts";

/** Metrics of liquidity; `trend.ts` says what P, r and g are. */
export const LIQUIDITY_METRICS = metricRows(`
  all: lacks monthly volume
  amihud: fraction 3 placed | mean of |r| / (close times volume) over the last 252 bars times 1e9: per billion traded; daily only; spans 252 alone | published Amihud 2002 | missing price impact
    name price impact per billion traded (Amihud) | window year to
    ask low illiquid[a-z]*|price impact|amihud
  dollar_volume: currency 0 sum | median of close times volume over the last 60 bars; daily only; spans 60 alone | missing trading volume | lacks monthly volume unit
    name median daily trading value | window 60 trading days to | head traded a day
    ask high liquid[a-z]*|liquidez|(traded|trading|dollar) volume|turnover|handelsvolumen
`);
