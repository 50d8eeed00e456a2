import { metricRows } from "./metric_row.ts";

/**
 * Metrics of the trend. P[n] is the last close on or before the as-of day, P[n-k] the close k bars earlier, r a bar's simple return,
 * g its log return. A metric without the bars for its window (or without benchmark or volume), or over bars that
 * `soundness.ts` does not trust, is omitted; missing bars are never filled in, and the bar before a spike counts for it.
 */
export const TREND_METRICS = metricRows(`
  close: currency 2 | P[n]
    name close | window on | head close
    ask clos(e|ing) (price|level)
  momentum_12_1: fraction 1 + overTime days | P[n-21] / P[n-252] - 1 daily; P[n-1] / P[n-12] - 1 monthly; spans 252 | published Jegadeesh & Titman 1993 | missing momentum | lacks comparison
    name 12-month momentum excluding the last month | window year to / 12 months to | head 12-1 month momentum | alert 12-1 month return | usual 0.017 | text 0.25
    ask high momentum|slancio
  trend_200d: fraction 1 + overTime sided | P[n] / mean(last 200 closes) - 1 daily; P[n] / mean(last 10 closes) - 1 monthly; spans 200 | published Brock, Lakonishok & LeBaron 1992; Faber 2007 for months | missing 200-day average | lacks comparison
    name gap to its 200-day moving average / gap to its 10-month moving average | window on | head gap to 200-day average | alert gap to its 200-day average | usual 0.01
    ask high (?<=\\bdays? )(moving )?(average|mean)(?! (daily )?(dollar |trad(ing|ed) )?(volume|turnover|volatility|returns?|value)\\b)|(200|two-hundred)[ -]?days?( (moving )?(average|mean|line|ma))?|moving average|(200)?[ds]ma|long mean|media (movil )?de 200 dias|moyenne (mobile )?(a|de|sur) 200 jours|200-tage-(linie|schnitt)|media mobile (a|di) 200 giorni|trends?|trending|uptrend|downtrend
  close_to_52w_high: fraction 1 + | P[n] / max(last 252 closes) daily; P[n] / max(last 12 closes) monthly; spans 252 | published George & Hwang 2004 | missing 52-week high | lacks comparison | was high_52w
    name close as a share of its 52-week high / close as a share of its 12-month high | window on | head price / 52-week high | alert distance from its 52-week high | usual 0.008
    ask high (52|fifty-two)[ -]?week highs?|(yearly|one-year|12-month) highs?|high of the year|(its|their|the) highs?|jahreshoch
  return_1m: fraction 1 - sided days | P[n] / P[n-21] - 1 daily; P[n] / P[n-1] - 1 monthly; spans 21 | published Jegadeesh 1990 | missing one-month return | lacks comparison
    name one-month return | window month to | head 1-month return | usual 0.016 | text 0.3
    ask high (1|one)[ -]?(month|mo|m) (return|performance|gain|change)|monthly return|return (of|over|for) (a|one) month
  return_12m: fraction 1 placed sided days | P[n] / P[n-252] - 1 daily; P[n] / P[n-12] - 1 monthly; spans 252 | published Moskowitz, Ooi & Pedersen 2012 | missing 12-month return
    name 12-month return | window year to / 12 months to | head 12-month return | usual 0.017 | portfolio portfolio_return | text 0.15
    ask high (12|twelve)[ -]?(month|mo|m) (return|performance)|(one|1)[ -]?year (return|performance)|(yearly|annual) return
  excess_12m: fraction 1 sided against points days | return_12m less the benchmark's return between the same two days (its last close on or before each), same frequency | missing 12-month excess return | lacks benchmark
    name 12-month excess return over {market} | window year to / 12 months to | head excess return, 12 months | usual 0.015 | portfolio portfolio_excess
    ask high excess returns?|relative (return|strength|performance)|(out|under)perform[a-z]*|(beat|beaten|beats|lag|lags|lagged) the (market|index|benchmark|s&p 500)|alpha
  crossing_price_200d: currency 2 | mean of the last 199 closes daily, 9 monthly: the next close is below its mean of 200, or of 10, if it is below this; spans 200 | was turn_200d
  crossing_gap: fraction 1 | crossing_price_200d / P[n] - 1 | was turn_gap
    usual 0.01
  score_trend: score 2 | mean of 2 percentile - 1 over momentum_12_1, trend_200d, close_to_52w_high and, turned round, return_1m; with fewer than eight companies, of the first two among the company's own month-ends
    head trend | alert trend score | usual 0.037
`);
