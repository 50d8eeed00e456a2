import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

const MAX_DRAWDOWN = {
  daily: "maximum drawdown of the past year",
  monthly: "maximum drawdown between month-ends of the past year",
};

/** The span behind volatility and beta. */
const SPAN_OF_RISK = { daily: "a year of daily returns", monthly: "up to three years of monthly returns" };

/** What a chance of a fall is computed from: of month-ends it says less than of days. */
export const CHANCE_FROM = { daily: "", monthly: ", between month-ends, from up to three years of monthly prices" };

/** Sentences of risk. */
export const RISK_PHRASES: Phrases = {
  ...phraseRows(`
  risk.chance: The chance that {ticker} falls 15% or more from a high within three months (63 trading days) is {drawdown_probability}{frequency}, judging by how often shares of such volatility have.
    frequency: ${spellings(CHANCE_FROM)}
  risk.sentence: {ticker}'s {facts}.
    facts < risk_fact join=list
  risk.volatility role=risk_fact: annualised volatility, from {frequency}, is {volatility}{recent}
    frequency: ${spellings(SPAN_OF_RISK)}
    recent < recent_volatility least=0 most=1
  risk.recent role=recent_volatility:  ({volatility_recent} over the last 60 days)
  risk.beta role=risk_fact: beta to {market} is {beta}
  risk.worst_fall role=risk_fact bare=max_drawdown_1y: {frequency} was {max_drawdown_1y}
    frequency: ${spellings(MAX_DRAWDOWN)}
  risk.tail role=risk_fact bare=var_95: one-day 95% value at risk is {var_95}
  risk.shortfall role=risk_fact bare=es_95: one-day 95% expected shortfall is {es_95}
  risk.fall lists=reasoning,risks: {ticker}'s chance of a 15% drawdown within three months is {drawdown_probability}{frequency}{past}.
    frequency: ${spellings(CHANCE_FROM)}
    past < past_drawdown least=0 most=1
  risk.past_drawdown role=past_drawdown bare=max_drawdown_1y: ; its {frequency} was {max_drawdown_1y}
    frequency: ${spellings(MAX_DRAWDOWN)}
`),
  ...evidenceRows(`
  volatility: {ticker}'s annualised volatility of {volatility} is {degree}
    half: upper=Volatile shares have tended to underperform | lower=Calm shares have tended to outperform
  beta: {ticker}'s beta of {beta} to {market} is {degree}
    half: upper=High-beta shares have earned less than their risk implies | lower=Low-beta shares have earned more than their risk implies
`),
};

/** Sentences of liquidity. */
export const LIQUIDITY_PHRASES: Phrases = phraseRows(`
  liquidity.sentence: {ticker} trades {dollar_volume} on a typical day (60-day median){impact}.
    impact < price_impact least=0 most=1
  liquidity.impact role=price_impact of=amihud: ; by price impact (Amihud) it is {level}
    level: very_high=among the least liquid | high=less liquid than most | middling=about as liquid as others | low=more liquid than most | very_low=among the most liquid
`);
