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
    text: ", with a price impact (Amihud) of {amihud} per billion{than}",
    parts: { than: { role: "traded_than", least: 0, most: 1 } },
  },
  "liquidity.than": {
    role: "traded_than",
    text: ": {level}",
    words: { level: { high: "thinner traded than most", low: "heavier traded than most" } },
  },
} as const satisfies Phrases;
