import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences of liquidity. */
export const LIQUIDITY_PHRASES: Phrases = phraseRows(`
  liquidity.sentence: {ticker} trades {dollar_volume} on a typical day (60-day median){impact}.
    impact < price_impact least=0 most=1
  liquidity.impact role=price_impact of=amihud: ; by price impact (Amihud) it is {level}
    level: very_high=among the least liquid | high=less liquid than most | middling=about as liquid as others | low=more liquid than most | very_low=among the most liquid
`);
