import { evidencePhrases } from "./evidence.ts";
import type { Phrases } from "./phrase.ts";

/** Sentences of liquidity. */
export const LIQUIDITY_PHRASES = {
  "liquidity.sentence": {
    text: "{ticker} is traded for {dollar_volume} on a median day of the last 60 days{impact}.",
    parts: { impact: { role: "price_impact", least: 0, most: 1 } },
  },
  "liquidity.impact": {
    role: "price_impact",
    text: ", with a price impact (Amihud) of {amihud} per billion",
  },
  ...evidencePhrases("amihud", {
    text: "{ticker}'s {level} trading by Amihud's price impact ({amihud} per billion traded)",
    words: { level: { high: "thin", middling: "middling", low: "heavy" } },
    upper: "stocks that move more when traded have tended to return more",
    lower: "stocks that move less when traded have tended to return less",
  }),
} as const satisfies Phrases;
