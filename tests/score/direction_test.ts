import { deepEqual, equal } from "../assert.ts";
import { directionOf, statedChance } from "../../src/score/score_horizon.ts";
import { thesisDay } from "../../src/score/thesis_day.ts";
import { thesisRow } from "./prices.ts";

const SIGNALS = [
  { signal: "bullish", is: "up" },
  { signal: "STRONG_BUY", is: "up" },
  { signal: "Sell ", is: "down" },
  { signal: "very-bearish", is: "down" },
  { signal: "Hold", is: "none" },
  { signal: "no_view", is: undefined },
  { signal: "not bullish", is: undefined },
  { signal: undefined, is: undefined },
];
for (const { signal, is } of SIGNALS) {
  Deno.test(`directionOf() of ${signal} is ${is}`, () => equal(directionOf(signal), is));
}

const CHANCES = [
  { thesis: { signal: "bullish", confidence: 0.7 }, is: { probability: 0.7 } },
  { thesis: { signal: "bearish", confidence: 0.75 }, is: { probability: 0.25 } },
  { thesis: { signal: "bearish", confidence: 0.75, score: 0.9 }, is: { probability: 0.25 } },
  { thesis: { signal: "neutral", confidence: 0.75, score: 0.1 }, is: { probability: 0.75 } },
  { thesis: { signal: "neutral", confidence: 0.75, score: -0.1 }, is: { probability: 0.25 } },
  { thesis: { signal: "neutral", confidence: 0.5, score: 0 }, is: { missing: "side" } },
  { thesis: { signal: "neutral", confidence: 0.5 }, is: { missing: "side" } },
  { thesis: { signal: "neutral", confidence: 0.5, score: NaN }, is: { missing: "side" } },
  { thesis: { signal: "bullish", confidence: 70 }, is: { missing: "confidence" } },
  { thesis: { signal: "bullish", confidence: 1.01 }, is: { missing: "confidence" } },
  { thesis: { signal: "bullish", confidence: 1 }, is: { probability: 1 } },
  { thesis: { signal: "bullish", confidence: -0.1 }, is: { missing: "confidence" } },
  { thesis: { signal: "bullish", confidence: NaN }, is: { missing: "confidence" } },
  { thesis: { signal: "bullish" }, is: { missing: "confidence" } },
  { thesis: { signal: "no_view", confidence: 0.5 }, is: { missing: "signal" } },
];
for (const { thesis, is } of CHANCES) {
  Deno.test(`statedChance() of ${JSON.stringify(thesis)} is ${JSON.stringify(is)}`, () => {
    deepEqual(statedChance(thesis), is);
  });
}

const DAYS = [
  { when: "the newest data has it", fields: { asOf: "2020-02-03", requestedAsOf: "2020-02-04" }, day: "2020-02-03" },
  { when: "only the request has it", fields: { asOf: undefined, requestedAsOf: "2020-02-04" }, day: "2020-02-04" },
  {
    when: "only the time of sending has it",
    fields: { asOf: undefined, askedAt: "2020-02-05T23:59:00.000Z" },
    day: "2020-02-05",
  },
  { when: "it has a time", fields: { asOf: "2020-02-03T16:00:00-05:00" }, day: "2020-02-03" },
  { when: "the first is not a day", fields: { asOf: "2020-02-30", requestedAsOf: "2020-02-04" }, day: "2020-02-04" },
  { when: "nothing has it", fields: { asOf: "yesterday" }, day: undefined },
];
for (const { when, fields, day } of DAYS) {
  Deno.test(`thesisDay() is ${day} when ${when}`, () => equal(thesisDay(thesisRow(fields)), day));
}
