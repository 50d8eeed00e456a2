/** Periods and styles of sentences about financial statements, as texts. */
import { deepEqual, equal } from "../assert.ts";
import { readPeriod, readStyle } from "../../src/data/fact_period.ts";

const PERIODS: Readonly<Record<string, ReturnType<typeof readPeriod>>> = {
  "2016-09-25/2017-09-30": { kind: "flow", start: "2016-09-25", end: "2017-09-30" },
  "2017-09-30": { kind: "balance", end: "2017-09-30" },
  FY2017: { kind: "year", year: 2017 },
  FY2017Q3: { kind: "year", year: 2017, quarter: 3 },
  FY: { kind: "newest", of: "year", back: 0 },
  "Q-1": { kind: "newest", of: "quarter", back: 1 },
  "TTM-12": { kind: "newest", of: "trailing", back: 12 },
  END: { kind: "newest", of: "balance", back: 0 },
  "FYto2018-01-28": { kind: "ending", of: "year", day: "2018-01-28" },
  "Qto2015-06-27": { kind: "ending", of: "quarter", day: "2015-06-27" },
  "ON2016-11-15": { kind: "on", day: "2016-11-15" },
};
for (const [token, is] of Object.entries(PERIODS)) {
  Deno.test(`the period ${token} is read`, () => deepEqual(readPeriod(token), is));
}

const NO_PERIODS = [
  ...["", "2017-02-30", "2017-09-30/", "2017-09-30/2016-09-25", "2016-09-25/2017-09-30/2018-09-30"],
  ...["FY17", "FY2017Q5", "FY-0", "Q-100", "ON", "ON2016-13-15", "Qto2015-06-31", "TTMto2015-06-27"],
];
for (const token of NO_PERIODS) {
  Deno.test(`"${token}" is no period`, () => equal(readPeriod(token), undefined));
}

Deno.test("a style is a unit, decimals, both, or exact", () => {
  deepEqual(["exact", "bn.1", "m", ".2"].map(readStyle), [
    { unit: "one" },
    { unit: "bn", decimals: 1 },
    { unit: "m" },
    { decimals: 2 },
  ]);
  deepEqual(["", "bn.", "mn", ".7", "exact.1"].map(readStyle), [...Array(5)]);
});
