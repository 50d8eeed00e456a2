import { deepEqual, equal, ok } from "../../assert.ts";
import { BLIND_KINDS } from "./kinds.ts";

/** Sentences as answers show them. */
const SENTENCES = [
  "Apple (AAPL): neutral as of 29 Dec 2017; probability of beating the S&P 500 over the next three months (63 trading days) 50%, uncalibrated, close to a coin toss (score -0.07: trend +0.17, risk -0.09 and liquidity -0.30).",
  "AAPL closed at $169.23, 8.5% above its 200-day moving average and at 95.9% of its 52-week high; its 12-month momentum, leaving out the last month, is 45.2% and it returned 45.0% over 12 months, an excess return of 26.1% over the S&P 500.",
  "The chance that AAPL falls 15% or more from a high within three months (63 trading days) is 11%, judging by how often shares of such volatility have.",
  "AAPL's annualised volatility, from a year of daily returns, is 17.6% (18.0% over the last 60 days), beta to the S&P 500 is 1.38, maximum drawdown of the past year was 8.9% and one-day 95% value at risk is 1.5%.",
  "AAPL trades $4.2bn on a typical day (60-day median), with a price impact (Amihud) of 0.173% per billion.",
  "AAPL has the higher 12-1 month momentum: AAPL 45.2% and IBM -3.6% (12 months to 29 Dec 2017).",
  "Of 3 companies, MSFT (Microsoft Corp.) has the highest annualised volatility: 23.3% (up to three years of monthly returns to 29 Dec 2017).",
  "AAPL and MSFT, taken together: neutral as of 29 Dec 2017, with an average score of +0.10.",
  "Not available for these companies: for some of them, too short a history for value at risk; for all of them, no daily volume for price impact.",
  "Against: AAPL's beta to the S&P 500 is above its usual level at 1.38 (from a year of daily returns), near the top of its own range over 44 months; high-beta shares have earned less than their risk implies.",
  "For: UNP's return of -2.5% last month is below average (402nd of 500). A weak month has tended to reverse in part.",
  "AMZN's close (adjusted for splits and dividends) was $58.47, 15.2% above its 10-month moving average; shares near their high have tended to outperform.",
  "IBM's signals conflict: trend (-0.56) is negative and risk (+0.38) positive.",
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
