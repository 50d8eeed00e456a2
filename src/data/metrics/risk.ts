import { BUILT_IN_MAPS, LEAST_CHANCE, LEAST_REST, LEVEL_NEEDS } from "./chance.ts";
import { metricRows, type Metrics } from "./metric.ts";

/**
 * Metrics of risk. P[n] is the last close on or before the as-of day, P[n-k] the close k bars earlier, r a bar's simple return,
 * g its log return. A metric without the bars for its window (or without benchmark or volume), or over bars that
 * `soundness.ts` does not trust, is omitted; missing bars are never filled in, and the bar before a spike counts for it.
 */
export const RISK_METRICS: Metrics = metricRows(`
  volatility: fraction 1 | sample sd of the last 252 g times sqrt(252) daily; of the last 36 g (at least 12) times sqrt(12) monthly; spans 252 | published Ang, Hodrick, Xing & Zhang 2006 | missing volatility | lacks comparison
  volatility_recent: fraction 1 | sample sd of the last 60 g times sqrt(252); daily only; spans 60 alone | published Ang, Hodrick, Xing & Zhang 2006 | missing 60-day volatility | lacks monthly
  max_drawdown_1y: fraction 1 | min over t of P[t] / max(P[first..t]) - 1 in the last 253 closes daily; last 13 monthly; spans 252 | published Magdon-Ismail & Atiya 2004 | missing maximum drawdown
  var_95: fraction 1 | the ceil(0.05 m)-th smallest of the last m = 252 r; daily only; spans 252 alone | published Acerbi & Tasche 2002 | missing value at risk | lacks monthly
  es_95: fraction 1 | mean of the ceil(0.05 m) smallest of the last m = 252 r; daily only; spans 252 alone | published Acerbi & Tasche 2002 | missing expected shortfall | lacks monthly
  beta: ratio 2 against | cov(r, b) / var(b) over the last 252 bars daily, last 36 (at least 24) monthly, b the benchmark's r; at least 240 of a year's bars paired by equal dates of both ends; spans 252 | published Sharpe 1964 | missing beta | lacks benchmark comparison
  drawdown_probability: fraction 0 | chance that one of the next 63 daily closes (monthly: 3 month-ends) is 15% or more below the highest since: 1 / (1 + exp(-level) ((1 - q) / q)^slope), ${
  mapWords("daily")
} daily, ${
  mapWords("monthly")
} monthly, ${BUILT_IN_MAPS.name}, or as the card of the data folder says; q is that chance for a driftless Brownian motion, 1 - (4/pi) sum over k >= 0 of (-1)^k / (2k+1) exp(-(2k+1)^2 pi^2 s^2 T / (8 h^2)), 0 below ${LEAST_CHANCE} and at most 1 - ${LEAST_REST}, T = 0.25, h = -ln 0.85 + 1.1652 s / sqrt(252), which corrects for a look at one close a day; s^2 = volatility^2 monthly, daily A sqrt(R / M), A the mean of volatility^2 and volatility_recent^2, M the same mean of the benchmark's log returns paired with the name's by days (at least ${LEVEL_NEEDS.year} of 252 and ${LEVEL_NEEDS.recent} of 60, and not still), R its part of the 60 days; without such a benchmark M and R are the name's own | published Lévy 1948 (drawdown is reflected Brownian motion); Feller 1971, X.5; Siegmund 1985 (the correction); Cox 1958 (the map of log odds) | missing drawdown risk
  score_risk: score 2 | mean of 1 - 2 percentile over volatility and beta, each among at least eight companies | published Ang et al. 2006; Frazzini & Pedersen 2014
`);

function mapWords(frequency: "daily" | "monthly"): string {
  const { level, slope } = BUILT_IN_MAPS[frequency];
  return `level ${level} and slope ${slope}`;
}
