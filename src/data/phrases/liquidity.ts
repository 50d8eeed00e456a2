import type { Phrases } from "./phrase.ts";

/** Sentences of liquidity. */
export const LIQUIDITY_PHRASES = {
  "liquidity.sentence": {
    text: "{ticker} is traded for {dollar_volume} on a median day of the last 60 days{impact}.",
    parts: { impact: { role: "price_impact", least: 0, most: 1 } },
  },
  "liquidity.impact": {
    role: "price_impact",
    of: "amihud",
    text: "; by price impact (Amihud 2002) it is {level}",
    words: {
      level: {
        very_high: "far thinner traded than most",
        high: "thinner traded than most",
        middling: "traded about as others",
        low: "heavier traded than most",
        very_low: "far heavier traded than most",
      },
    },
  },
} as const satisfies Phrases;
