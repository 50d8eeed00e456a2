import { DEGREES, evidencePhrases } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

const WORST_FALL = {
  daily: "worst fall within the past year",
  monthly: "worst fall between month-ends of the past year",
};

/** The span behind volatility and beta. */
export const SPAN_OF_RISK = { daily: "a year of daily returns", monthly: "up to three years of monthly returns" };

/** What a chance of a fall is computed from: of month-ends it says less than of days. */
export const CHANCE_FROM = { daily: "", monthly: ", between month-ends and from up to three years of them" };

/** Sentences of risk. */
export const RISK_PHRASES: Phrases = {
  ...phraseRows(`
  risk.chance: The chance of a fall of 15% or more within 63 trading days is {drawdown_probability} for {ticker}{frequency}, going by how often a fall followed such volatility.
    frequency: ${spellings(CHANCE_FROM)}
  risk.sentence: {ticker}'s {facts}.
    facts < risk_fact join=list
  risk.volatility role=risk_fact: volatility, from {frequency}, is {volatility} a year{recent}
    frequency: ${spellings(SPAN_OF_RISK)}
    recent < recent_volatility least=0 most=1
  risk.recent role=recent_volatility:  (60-day: {volatility_recent})
  risk.beta role=risk_fact: beta to {market} is {beta}
  risk.worst_fall role=risk_fact: {frequency} was {max_drawdown_1y}
    frequency: ${spellings(WORST_FALL)}
  risk.tail role=risk_fact: daily 95% value at risk is {var_95}
  risk.shortfall role=risk_fact: daily 95% expected shortfall is {es_95}
  risk.fall lists=risks: {ticker}: chance of a fall of 15% or more within 63 trading days {drawdown_probability}{frequency}, on volatility of {volatility} a year{past}.
    frequency: ${spellings(CHANCE_FROM)}
    past < past_fall least=0 most=1
  risk.past_fall role=past_fall: ; its {frequency} was {max_drawdown_1y}
    frequency: ${spellings(WORST_FALL)}
`),
  ...evidencePhrases("volatility", {
    text: "{ticker}'s volatility is {degree} ({volatility} a year, from {frequency})",
    words: { degree: DEGREES, frequency: SPAN_OF_RISK },
    upper: "volatile stocks have tended to return less",
    lower: "calm stocks have tended to return more",
  }),
  ...evidencePhrases("beta", {
    text: "{ticker}'s beta to {market} is {degree} ({beta}, from {frequency})",
    words: { degree: DEGREES, frequency: SPAN_OF_RISK },
    upper: "stocks of high beta have tended to return less than their risk called for",
    lower: "stocks of low beta have tended to return more than their risk called for",
  }),
  ...phraseRows(`
  extreme.volatility role=extreme of=volatility: {extreme} is {ticker}, with volatility of {volatility} a year
    extreme: highest=the most volatile
  extreme.max_drawdown_1y role=extreme of=max_drawdown_1y: {extreme} {frequency} was that of {ticker}, {max_drawdown_1y}
    extreme: lowest=the deepest fall
    frequency: daily=of the past year | monthly=between month-ends of the past year
`),
};
