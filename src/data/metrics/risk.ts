import { BUILT_IN_MAPS, LEAST_CHANCE, LEAST_REST, LEVEL_NEEDS } from "./chance.ts";
import { metricRows } from "./metric_row.ts";

/** Metrics of risk; `trend.ts` says what P, r and g are. */
export const RISK_METRICS = metricRows(`
  volatility: fraction 1 - | sample sd of the last 252 g times sqrt(252) daily; of the last 36 g (at least 12) times sqrt(12) monthly; spans 252 | published Ang, Hodrick, Xing & Zhang 2006 | missing volatility | lacks comparison
    name annualised volatility | window year to / up to 36 months to | head volatility | usual 0.0007 | portfolio portfolio_volatility | text 0.35
    ask low volatil[a-z]*|vol|fluctuat[a-z]*|schwankung[a-z]*
  beta: ratio 2 - against | cov(r, b) / var(b) over the last 252 bars daily, last 36 (at least 24) monthly, b the benchmark's r; at least 240 of a year's bars paired by equal dates of both ends; spans 252 | published Sharpe 1964 | missing beta | lacks benchmark comparison
    name beta to {market} | window year to / up to 36 months to | head beta | usual 0.005 | portfolio portfolio_beta | text 0.35
    ask low betas?
  volatility_recent: fraction 1 | sample sd of the last 60 g times sqrt(252); daily only; spans 60 alone | published Ang, Hodrick, Xing & Zhang 2006 | missing 60-day volatility | lacks monthly
    name 60-day annualised volatility | window 60 trading days to | head volatility, 60 days | alert 60-day volatility | usual 0.003 | portfolio portfolio_volatility_recent
    ask low (recent|short-term|current|latest|60-day|three-month) (volatility|vol)
  max_drawdown_1y: fraction 1 placed loss | min over t of P[t] / max(P[first..t]) - 1 in the last 253 closes daily; last 13 monthly; spans 252 | published Magdon-Ismail & Atiya 2004 | missing maximum drawdown
    name maximum drawdown / maximum drawdown between month-ends | window year to / 12 months to | most the smallest maximum drawdown | least the deepest drawdown | head maximum drawdown, 1 year | usual 0.0005 | portfolio portfolio_drawdown | text 0.25
    ask high (worst|max|maximum|largest|biggest|deepest) (fall|drop|draw-?down|loss|decline)|draw-?downs?
  var_95: fraction 1 loss | the ceil(0.05 m)-th smallest of the last m = 252 r; daily only; spans 252 alone | published Acerbi & Tasche 2002 | missing value at risk | lacks monthly
    name one-day 95% value at risk | window year to | most the smallest one-day 95% value at risk | least the largest one-day 95% value at risk | head value at risk, 95%
    ask high value[ -]at[ -]risk|valeur a risque|valor en riesgo|var
  es_95: fraction 1 loss | mean of the ceil(0.05 m) smallest of the last m = 252 r; daily only; spans 252 alone | published Acerbi & Tasche 2002 | missing expected shortfall | lacks monthly
    name one-day 95% expected shortfall | window year to | most the smallest one-day 95% expected shortfall | least the largest one-day 95% expected shortfall | head expected shortfall, 95%
    ask high expected shortfall|conditional value[ -]at[ -]risk|c-?var|tail loss
  drawdown_probability: fraction 0 placed | chance that one of the next 63 daily closes (monthly: 3 month-ends) is 15% or more below the highest since: 1 / (1 + exp(-level) ((1 - q) / q)^slope), ${
  mapWords("daily")
} daily, ${
  mapWords("monthly")
} monthly, ${BUILT_IN_MAPS.name}, or as the card of the data folder says; q is that chance for a driftless Brownian motion, 1 - (4/pi) sum over k >= 0 of (-1)^k / (2k+1) exp(-(2k+1)^2 pi^2 s^2 T / (8 h^2)), at most 1 - ${LEAST_REST}; below ${LEAST_CHANCE} of it the chance shrinks with q, below 1e-5 it is 0; T = 0.25, h = -ln 0.85 + 1.1652 s / sqrt(252), which corrects for a look at one close a day; s^2 = volatility^2 monthly, daily A sqrt(R / M), A the mean of volatility^2 and volatility_recent^2, M the same mean of the benchmark's log returns paired with the name's by days (at least ${LEVEL_NEEDS.year} of 252 and ${LEVEL_NEEDS.recent} of 60, and not still), R its part of the 60 days; without such a benchmark M and R are the name's own | published Lévy 1948 (drawdown is reflected Brownian motion); Feller 1971, X.5; Siegmund 1985 (the correction); Cox 1958 (the map of log odds) | missing drawdown risk
    name chance of a 15% drawdown within three months (63 trading days) | window daily prices to / month-end prices to | head chance of a 15% drawdown | alert drawdown risk | usual 0.004 | portfolio portfolio_chance
    ask low draw-?down risks?|risks? of (a )?draw-?downs?|(chances?|probability|likelihood|odds|risk) (of|that|for)…(falls?|falling|drops?|dropping|declines?|declining|draw-?downs?|loss|losses|losing|crash|crashes)|how likely…(falls?|falling|drops?|declines?|draw-?downs?|crash|loses?|loss)|(will|may|might|could|can|would|going to|likely to|kann|wird)…(fall|drop|decline|crash|plunge|lose|fallen)
  score_risk: score 2 | mean of 1 - 2 percentile over volatility and beta, each among at least eight companies | published Ang et al. 2006; Frazzini & Pedersen 2014
    head risk | alert risk score | usual 0.007
`);

function mapWords(frequency: "daily" | "monthly"): string {
  const { level, slope } = BUILT_IN_MAPS[frequency];
  return `level ${level} and slope ${slope}`;
}
