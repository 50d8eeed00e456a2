import { deepEqual, equal, ok } from "../../assert.ts";
import { BLIND_KINDS } from "./kinds.ts";

/** Sentences as answers show them. */
const SENTENCES = [
  "AAPL (Apple Inc.) comes out neutral as of 2017-12-29: the score is -0.07 (trend +0.17, risk -0.09 and liquidity -0.30), an uncalibrated probability of 0.50 of beating the S&P 500 over the next 63 trading days.",
  "AAPL closed at $169.23, 8.5% above its 200-day mean and at 95.9% of its 52-week high; its 12-1 month momentum is 45.2% and its 12-month return is 45.0%, an excess of 26.1% over the S&P 500.",
  "The chance of a fall of 15% or more within 63 trading days is 11% for AAPL, going by how often a fall followed such volatility.",
  "AAPL's volatility is 17.6% a year (60-day: 18.0%), its beta to the S&P 500 is 1.38, its worst fall within the past year was -8.9% and its daily 95% value at risk is -1.5%.",
  "AAPL is traded for $4.2bn on a median day of the last 60 days, with a price impact (Amihud) of 0.173% per billion.",
  "From the highest score to the lowest: AAPL -0.07 (trend +0.17, risk -0.09), MSFT -0.08 (trend +0.22, risk -0.38) and IBM -0.09 (trend -0.56, risk +0.38).",
  "Of these, the most volatile is MSFT, with volatility of 23.3% a year; the deepest fall of the past year was that of IBM, -19.0%.",
  "Quality and value abstain: for some of them monthly bars are too coarse for value at risk; no financial statements are read yet.",
  "Against: AAPL's above-usual beta to the S&P 500 (1.38), near the top of its own 44 month-ends; higher betas have tended to be paid too little for their risk.",
  "For: UNP's low 1-month return (-2.5%), rank 402 of 500; a weaker month has tended to be partly made good.",
  "AMZN's close, adjusted for dividends, is $58.47, 15.2% above its 10-month mean.",
  "IBM's scores of trend (-0.56) and risk (+0.38) point in opposite directions.",
] as const;

const randomFrom = (seed: number) => () => (seed = seed * 48_271 % 0x7fffffff) / 0x7fffffff;

Deno.test("every kind of fault has a name of its own", () => {
  const names = BLIND_KINDS.map(({ name }) => name);
  deepEqual(names.toSorted(), [...new Set(names)].toSorted());
});

for (const [name, kinds] of Map.groupBy(BLIND_KINDS, (kind) => kind.class)) {
  Deno.test(`each kind of ${name} changes some sentence, the same way for the same seed`, () => {
    for (const { name, apply } of kinds) {
      const made = SENTENCES.map((text) => apply(text, randomFrom(7)));
      ok(made.flat().length > 0, name);
      equal(made.some((texts, at) => texts.some((text) => text === SENTENCES[at])), false, name);
      deepEqual(SENTENCES.map((text) => apply(text, randomFrom(7))), made, name);
    }
  });
}
