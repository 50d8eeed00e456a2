import type { Statement } from "../../src/data/claim.ts";
import { claimWriter, meanClaim, sentence, typeset, type Values } from "./draft_maker.ts";

/**
 * Made with numpy 2 from `src/data/sample/daily_prices.csv` and `daily_index.csv`, rows up to 2017-12-29, P the
 * 1169 closes: `P[-22]/P[-253]-1`, `P[-1]/P[-200:].mean()-1`, `np.log(P[1:]/P[:-1])[-252:].std(ddof=1)*252**.5`,
 * `np.sort(r[-252:])[12]`, `np.cov(x, y)[0, 1]/y.var(ddof=1)`, `np.median((P*V)[-60:])`,
 * `(w/np.maximum.accumulate(w)-1).min()` etc.; the chance of a fall with 400 terms of the cosine series
 * (the verifier sums the reflections instead); percentiles by counting over the 44 to 47 month-ends.
 */
export const AAPL: Values = {
  ticker: "AAPL",
  frequency: "daily",
  basis: "price",
  source: "sample/daily_prices.csv",
  asOf: "2017-12-29",
  values: {
    close: 169.229996,
    momentum_12_1: 0.4518974697533418,
    return_12m: 0.4497557752996888,
    excess_12m: 0.2610936841615459,
    trend_200d: 0.08540603247001433,
    high_52w: 0.9592449717633486,
    return_1m: -0.0014751003416355601,
    volatility: 0.17591829574252887,
    volatility_recent: 0.18032687468455094,
    max_drawdown_1y: -0.08859706257794764,
    var_95: -0.015117577656391323,
    es_95: -0.023470220378490617,
    beta: 1.3784797273737237,
    drawdown_probability: 0.09734247609748131,
    dollar_volume: 4174714657.0718,
    amihud: 0.001727496402118703,
    score_trend: 0.16653771760154737,
    score_risk: -0.09090909090909094,
    score_liquidity: -0.2954545454545454,
    score: -0.07327530625402966,
    probability: 0.49633623468729854,
  },
};

/** Made in the same way from `monthly_closes.csv`: 336 closes, 36 months of returns, seven peers. */
export const IBM: Values = {
  ticker: "IBM",
  frequency: "monthly",
  basis: "total_return",
  source: "sample/monthly_closes.csv",
  asOf: "2017-12-29",
  values: {
    close: 118.26,
    momentum_12_1: -0.045976358263241646,
    return_12m: -0.03987919332315781,
    excess_12m: -0.2340788422469261,
    trend_200d: 0.017903253572043587,
    high_52w: 0.8862808579522461,
    return_1m: 0.006390999838310263,
    volatility: 0.17601979812374832,
    max_drawdown_1y: -0.1904686961344184,
    beta: 1.0518903547143597,
    drawdown_probability: 0.09243538990219799,
    score_trend: -0.5625,
    score_risk: 0.375,
    score: -0.09375,
    probability: 0.4953125,
  },
};

/** Comparisons counted by numpy: `1 + (x > v).sum()`, `len(x)`. */
export const COMPARISONS = [
  { ...IBM, of: "momentum_12_1", metric: "rank", value: 8 },
  { ...IBM, of: "momentum_12_1", metric: "peers", value: 8 },
  { ...IBM, of: "trend_200d", metric: "rank", value: 7 },
  { ...IBM, of: "trend_200d", metric: "peers", value: 8 },
  { ...IBM, of: "return_1m", metric: "rank", value: 4 },
  { ...IBM, of: "beta", metric: "months", value: 312 },
  { ...AAPL, of: "momentum_12_1", metric: "months", value: 44 },
] as const;

const aapl = claimWriter(AAPL);
const ibm = claimWriter(IBM);
const both = [AAPL, IBM];

/** Correct sentences, each with figures of another kind. */
export const RIGHT: readonly Statement[] = [
  sentence`AAPL closed at ${aapl("close")} on ${aapl("as_of")}.`,
  sentence`AAPL (Apple Inc.): 12-1 month momentum ${aapl("momentum_12_1")} (own history, ${
    aapl("months", 44, "momentum_12_1")
  } month-ends).`,
  sentence`AAPL: score ${aapl("score")} (trend ${aapl("score_trend")}, risk ${aapl("score_risk")}, liquidity ${
    aapl("score_liquidity")
  }), probability ${aapl("probability")}.`,
  sentence`AAPL: chance of a fall of 15 % or more within 63 trading days ${
    aapl("drawdown_probability")
  }; its worst fall of the year was ${aapl("max_drawdown_1y")}.`,
  sentence`Apple's close is ${aapl("trend_200d")} above its 200-day mean and at ${
    aapl("high_52w")
  } of its 52-week high.`,
  sentence`AAPL's volatility is ${aapl("volatility")} a year (60-day: ${
    aapl("volatility_recent")
  }), its beta to the S&P 500 ${aapl("beta")}, its 95 % value at risk ${
    aapl("var_95")
  } and its 95 % expected shortfall ${aapl("es_95")}.`,
  sentence`AAPL's 12-month return is ${aapl("return_12m")}, an excess of ${
    aapl("excess_12m")
  } over the S&P 500; its 1-month return is ${aapl("return_1m")}.`,
  sentence`AAPL is traded for ${aapl("dollar_volume")} on a median day of the last 60 days, with a price impact of ${
    aapl("amihud")
  } per billion.`,
  sentence`IBM ranks ${ibm("rank", 7, "trend_200d")} of ${
    ibm("peers", 8, "trend_200d")
  } on distance from its 10-month mean, at ${ibm("trend_200d")}.`,
  typeset(
    sentence`IBM ranks ${ibm("rank", 8, "momentum_12_1")} of ${
      ibm("peers", 8, "momentum_12_1")
    } on 12-1 month momentum, at ${ibm("momentum_12_1")}.`,
  ),
  typeset(
    sentence`International Business Machines: score ${ibm("score")} (trend ${ibm("score_trend")}, risk ${
      ibm("score_risk")
    }), beta to the S&P 500 ${ibm("beta")}.`,
  ),
  sentence`Chance of a fall of 15 % or more within 63 trading days: AAPL ${aapl("drawdown_probability")} and IBM ${
    ibm("drawdown_probability")
  }.`,
  sentence`AAPL and IBM have a mean score of ${meanClaim(both, "score")}, a probability of ${
    meanClaim(both, "probability")
  }.`,
];
