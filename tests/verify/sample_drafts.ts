import type { Statement } from "../../src/data/claim.ts";
import { speakerOf, typeset, type Values } from "./draft_maker.ts";

/**
 * Made with numpy 2 from `tests/worlds/history/daily_prices.csv` and `daily_index.csv`, rows up to 2017-12-29, P the
 * 1169 closes: `P[-22]/P[-253]-1`, `P[-1]/P[-200:].mean()-1`, `np.log(P[1:]/P[:-1])[-252:].std(ddof=1)*252**.5`,
 * `np.sort(r[-252:])[12]`, `np.cov(x, y)[0, 1]/y.var(ddof=1)`, `np.median((P*V)[-60:])`,
 * `(w/np.maximum.accumulate(w)-1).min()` etc.; the chance of a fall with 400 terms of the cosine series and the built-in map
 * (the verifier sums the reflections instead); percentiles by counting over the 44 to 47 month-ends.
 */
export const AAPL: Values = {
  ticker: "AAPL",
  name: "Apple",
  called: "Apple",
  market: ["^GSPC", "the S&P 500"],
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
    drawdown_probability: 0.11094253672635172,
    dollar_volume: 4174714657.0718,
    amihud: 0.001727496402118703,
    turn_200d: 155.9940199396985,
    turn_gap: -0.07821294317292016,
    score_trend: 0.13080270793036752,
    score: 0.13080270793036752,
    probability: 0.5065401353965184,
    "months momentum_12_1": 44,
  },
  words: {
    signal: "neutral",
    frequency: "daily",
    basis: "price",
    mixed: "none",
    benchmark: "given",
    "direction trend_200d": "above",
    "degree momentum_12_1": "above_usual",
    "position momentum_12_1": "upper",
    "half momentum_12_1": "upper",
    "side momentum_12_1": "for",
  },
};

/** Made in the same way from `monthly_closes.csv`: 336 closes, 36 months of returns, seven peers. */
export const IBM: Values = {
  ticker: "IBM",
  name: "International Business Machines",
  market: ["^GSPC", "the S&P 500"],
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
    drawdown_probability: 0.06516194872444481,
    score_trend: -0.5625,
    score_risk: 0.875,
    score: 0.15625,
    probability: 0.5078125,
    "rank momentum_12_1": 8,
    "peers momentum_12_1": 8,
    "rank trend_200d": 7,
    "peers trend_200d": 8,
    "rank volatility": 8,
    "peers volatility": 8,
  },
  words: {
    signal: "neutral",
    frequency: "monthly",
    basis: "total_return",
    mixed: "stock",
    benchmark: "given",
    "direction trend_200d": "above",
    "degree trend_200d": "low",
    "within momentum_12_1": "all",
    "within trend_200d": "all",
    "within volatility": "all",
    "degree volatility": "very_low",
    "half volatility": "lower",
    "side volatility": "for",
    "half trend_200d": "lower",
    "side trend_200d": "against",
    "degree momentum_12_1": "very_low",
    "half momentum_12_1": "lower",
    "side momentum_12_1": "against",
    "pull score_trend": "down",
    "pull score_risk": "up",
  },
};

/** Made in the same way, for sentences about several companies: all of month-ends. */
export const XRX: Values = {
  ...IBM,
  ticker: "XRX",
  name: "Xerox",
  values: {
    drawdown_probability: 0.1290843461984393,
    score_trend: -0.375,
    score_risk: -0.625,
    score: -0.5,
    probability: 0.475,
  },
  words: { signal: "bearish", frequency: "monthly", benchmark: "given" },
};

/** Comparisons counted by numpy: `1 + (x > v).sum()`, `len(x)`. */
export const COMPARISONS = [
  { ...IBM, of: "momentum_12_1", metric: "rank", value: 8 },
  { ...IBM, of: "momentum_12_1", metric: "peers", value: 8 },
  { ...IBM, of: "trend_200d", metric: "rank", value: 7 },
  { ...IBM, of: "trend_200d", metric: "peers", value: 8 },
  { ...IBM, of: "return_1m", metric: "rank", value: 4 },
  { ...IBM, of: "volatility", metric: "rank", value: 8 },
  { ...AAPL, of: "momentum_12_1", metric: "months", value: 44 },
] as const;

const speaker = speakerOf(AAPL, IBM);
const TOGETHER = {
  signal: "neutral",
  "complete score": "yes",
};
const together = speakerOf(
  { ...XRX, words: { ...XRX.words, ...TOGETHER } },
  { ...IBM, words: { ...IBM.words, ...TOGETHER } },
);

function said(id: string, about: readonly string[], by = speaker): Statement {
  const statement = by.say(id, about);
  if (statement === undefined) throw new TypeError(`Cannot say ${id} of ${about}: a value is missing`);
  return statement;
}

/** Correct sentences, each with figures and judgements of another kind. */
export const RIGHT: readonly Statement[] = [
  said("company.thesis", ["AAPL"]),
  said("trend.sentence", ["AAPL"]),
  said("risk.chance", ["AAPL"]),
  said("risk.sentence", ["AAPL"]),
  said("risk.fall", ["AAPL"]),
  said("liquidity.sentence", ["AAPL"]),
  said("evidence.momentum_12_1", ["AAPL"]),
  said("evidence.volatility", ["IBM"]),
  said("trend.sentence", ["IBM"]),
  said("note.mixed", ["IBM"]),
  said("evidence.trend_200d", ["IBM"]),
  said("tension.down_up", ["IBM"]),
  typeset(said("evidence.momentum_12_1", ["IBM"])),
  typeset(said("company.thesis", ["IBM"])),
  said("set.thesis", ["XRX", "IBM"], together),
  said("set.score", ["XRX", "IBM"], together),
];
