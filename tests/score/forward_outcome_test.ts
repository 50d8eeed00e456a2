import { deepEqual, equal, ok } from "../assert.ts";
import { entryDay, type Forward, forwardOutcome, monthsOf, tradingDays } from "../../src/score/forward_outcome.ts";
import { dailyHistory } from "./prices.ts";

const FLAT = dailyHistory([100, 100, 100, 100, 100, 100]);
const UP = dailyHistory([100, 101, 102, 103, 104, 110]);
const judged = (found: ReturnType<typeof forwardOutcome>): Forward => {
  if (typeof found === "string") throw new Error(found);
  return found;
};

Deno.test("forwardOutcome() is the return from the last close up to the day over the number of bars", () => {
  const history = { ...UP, benchmark: dailyHistory([200, 200, 200, 200, 200, 210]) };
  const found = judged(forwardOutcome([history], { day: "2020-01-01", horizon: 5, isExcess: true }));
  deepEqual([found.entry, found.exit], ["2020-01-01", "2020-01-08"]);
  ok(Math.abs((found.excess ?? NaN) - (0.10 - 0.05)) < 1e-15);
  const weekend = judged(forwardOutcome([UP], { day: "2020-01-05", horizon: 1, isExcess: false }));
  deepEqual([weekend.entry, weekend.exit, weekend.excess], ["2020-01-03", "2020-01-06", 103 / 102 - 1]);
});

const LEFT_OUT = [
  { when: "there are no prices", histories: [], day: "2020-01-01", reason: "no_prices" },
  { when: "the day is before the first close", histories: [UP], day: "2019-12-31", reason: "no_close" },
  { when: "the last close is six days old", histories: [UP], day: "2020-01-14", reason: "no_close" },
  { when: "the last close is five days old", histories: [UP], day: "2020-01-13", reason: "not_ended" },
  { when: "the horizon goes beyond the data", histories: [UP], day: "2020-01-07", reason: "not_ended" },
  {
    when: "a move on the way to the horizon is doubted, whatever another series says",
    histories: [{ ...UP, doubted: ["2020-01-03"] }, UP],
    day: "2020-01-01",
    reason: "doubted",
  },
  {
    when: "a move of the benchmark is doubted",
    histories: [{ ...UP, benchmark: { ...FLAT, doubted: ["2020-01-03"] } }],
    day: "2020-01-01",
    isExcess: true,
    reason: "doubted",
  },
  { when: "the benchmark is missing", histories: [UP], day: "2020-01-01", isExcess: true, reason: "no_benchmark" },
  {
    when: "the benchmark ends before",
    histories: [{ ...UP, benchmark: { dates: ["2019-12-31", "2020-01-01"], closes: [1, 1] } }],
    day: "2020-01-01",
    isExcess: true,
    reason: "no_benchmark",
  },
  {
    when: "closes are monthly and the horizon is not whole months",
    histories: [{ ...FLAT, frequency: "monthly" as const }],
    day: "2020-01-01",
    reason: "no_months",
  },
] as const;
for (const { when, histories, day, reason, ...more } of LEFT_OUT) {
  Deno.test(`forwardOutcome() returns ${reason} when ${when}`, () => {
    equal(forwardOutcome(histories, { day, horizon: 4, isExcess: false, ...more }), reason);
  });
}

Deno.test("forwardOutcome() crosses no doubted move where the thesis begins on its day", () => {
  const history = { ...UP, doubted: ["2020-01-01"] };
  equal(judged(forwardOutcome([history], { day: "2020-01-01", horizon: 5, isExcess: false })).excess, 110 / 100 - 1);
});

Deno.test("forwardOutcome() counts 21 trading days of monthly closes as a month", () => {
  const months = { dates: ["2020-01-31", "2020-02-28", "2020-03-31", "2020-04-30"], closes: [10, 11, 12, 15] };
  const history = { ...months, frequency: "monthly" as const, isMixed: true, benchmark: months };
  const found = judged(forwardOutcome([history], { day: "2020-01-31", horizon: 63, isExcess: true }));
  deepEqual([found.exit, found.excess, found.frequency, found.isMixed], ["2020-04-30", 0, "monthly", true]);
  deepEqual([monthsOf(21), monthsOf(126), monthsOf(20)], [1, 6, undefined]);
});

Deno.test("forwardOutcome() uses the first series that covers the horizon", () => {
  const long = dailyHistory([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  equal(judged(forwardOutcome([UP, long], { day: "2020-01-01", horizon: 5, isExcess: false })).excess, 110 / 100 - 1);
  equal(judged(forwardOutcome([UP, long], { day: "2020-01-01", horizon: 6, isExcess: false })).excess, 6);
});

const FALLS = [
  { when: "a close is 15% below the entry", closes: [100, 85], fell: true },
  { when: "it is slightly less below", closes: [100, 85.01], fell: false },
  { when: "it falls from a later peak and ends above the entry", closes: [100, 130, 110], fell: true },
  { when: "it falls and recovers", closes: [100, 80, 100], fell: true },
  { when: "it only rises", closes: [100, 110, 120], fell: false },
];
for (const { when, closes, fell } of FALLS) {
  Deno.test(`forwardOutcome() ${fell ? "finds a fall" : "finds no fall"} when ${when}`, () => {
    const horizon = closes.length - 1;
    equal(judged(forwardOutcome([dailyHistory(closes)], { day: "2020-01-01", horizon, isExcess: false })).fell, fell);
  });
}

Deno.test("entryDay() is the day of the close at entry", () => {
  equal(entryDay([UP], "2020-01-05"), "2020-01-03");
  equal(entryDay([UP], "2019-01-05"), undefined);
});

Deno.test("tradingDays() parses horizons as services write them", () => {
  deepEqual(["63d", "3 months", "63 trading days", "1mo", "soon"].map(tradingDays), [63, 63, 63, 21, undefined]);
});
