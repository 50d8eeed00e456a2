import { evidenceParts } from "./evidence.ts";
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
  "evidence.amihud": {
    lists: ["drivers", "risks"],
    of: "amihud",
    text: "{mark}{ticker}'s {level} trading by Amihud's price impact ({amihud} per billion traded), {place}{effect}.",
    words: { level: { high: "thin", middling: "middling", low: "heavy" } },
    parts: evidenceParts("impact_effect"),
  },
  "effect.amihud": {
    role: "impact_effect",
    text: "; {half}",
    words: {
      half: {
        upper: "stocks that move more when traded have tended to return more",
        lower: "stocks that move less when traded have tended to return less",
      },
    },
  },
} as const satisfies Phrases;
