import type { Statement } from "../../src/data/claim.ts";
import { speakerOf, typeset, type Values } from "./draft_maker.ts";

/**
 * Made with numpy 2 from the daily closes of `tests/worlds/history.ts` written to a file, those up to 2017-12-29, P the
 * 1169 of Apple: `P[-22]/P[-253]-1`, `P[-1]/P[-200:].mean()-1`, `np.log(P[1:]/P[:-1])[-252:].std(ddof=1)*252**.5`,
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
  source: "made/days",
  asOf: "2017-12-29",
  values: {
    close: 169.23,
    momentum_12_1: 0.4539564616447822,
    return_12m: 0.46190393918451944,
    excess_12m: 0.27357473197883375,
    trend_200d: 0.09478851426272072,
    close_to_52w_high: 0.9508905995392481,
    return_1m: 0.005466104212465073,
    volatility: 0.1876995533830526,
    volatility_recent: 0.20391515328327436,
    max_drawdown_1y: -0.12417544265709979,
    var_95: -0.016916637600279172,
    es_95: -0.021376489686146607,
    beta: 1.0988294898746278,
    drawdown_probability: 0.15637913034006778,
    dollar_volume: 4615024933.3550005,
    amihud: 0.0023845436831481824,
    crossing_price_200d: 154.70984924623116,
    crossing_gap: -0.08580128082354688,
    score_trend: 0.35082205029013547,
    score: 0.35082205029013547,
    probability: 0.5175411025145068,
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

/** Made in the same way from its month-ends: 336 closes, 36 months of returns, seven peers. */
export const IBM: Values = {
  ticker: "IBM",
  name: "International Business Machines",
  market: ["^GSPC", "the S&P 500"],
  frequency: "monthly",
  basis: "total_return",
  source: "made/months",
  asOf: "2017-12-29",
  values: {
    close: 118.26,
    momentum_12_1: -0.042900056832020805,
    return_12m: -0.03986360315011772,
    excess_12m: -0.234063252073886,
    trend_200d: 0.00910033406289612,
    crossing_price_200d: 116.41533333333334,
    crossing_gap: -0.015598399007835884,
    close_to_52w_high: 0.9521969129689123,
    return_1m: 0.003172556537672122,
    volatility: 0.14337917345098775,
    max_drawdown_1y: -0.1093987777482548,
    beta: 0.8148007542341437,
    drawdown_probability: 0.03631368524978412,
    score_trend: -0.5,
    score_risk: 0.875,
    score: 0.1875,
    probability: 0.509375,
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
  called: "Xerox",
  values: {
    drawdown_probability: 0.1581693904126179,
    score_trend: -0.4375,
    score_risk: -0.625,
    score: -0.53125,
    probability: 0.4734375,
  },
  words: { signal: "bearish", frequency: "monthly", benchmark: "given" },
};

/** Comparisons counted by numpy: `1 + (x > v).sum()`, `len(x)`. */
export const COMPARISONS = [
  { ...IBM, of: "momentum_12_1", metric: "rank", value: 8 },
  { ...IBM, of: "momentum_12_1", metric: "peers", value: 8 },
  { ...IBM, of: "trend_200d", metric: "rank", value: 7 },
  { ...IBM, of: "trend_200d", metric: "peers", value: 8 },
  { ...IBM, of: "return_1m", metric: "rank", value: 5 },
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
