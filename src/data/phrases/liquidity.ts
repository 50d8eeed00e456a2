import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences of liquidity. */
export const LIQUIDITY_PHRASES: Phrases = phraseRows(`
  liquidity.sentence: {ticker} is traded for {dollar_volume} on a median day of the last 60 days{impact}.
    impact < price_impact least=0 most=1
  liquidity.impact role=price_impact of=amihud: ; by price impact (Amihud 2002) it is {level}
    level: very_high=far thinner traded than most | high=thinner traded than most | middling=traded about as others | low=heavier traded than most | very_low=far heavier traded than most
`);
