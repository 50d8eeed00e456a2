import { deepEqual, equal } from "../assert.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { lastTradingDay } from "../../src/data/prices/price_series.ts";
import { records } from "./support.ts";

const INDEX = "prices/npm_vega_sp500_index_daily_2000-2020.csv";

const CASES = [
  ["2017-12", "2017-12-29", "the 30th is a Saturday"],
  ["2013-03", "2013-03-28", "the 29th is Good Friday"],
  ["2018-03", "2018-03-29", "the 30th is Good Friday"],
  ["2021-05", "2021-05-28", "the 31st is Memorial Day"],
  ["2010-12", "2010-12-31", "New Year's Day on a Saturday closes nothing"],
  ["2020-02", "2020-02-28", "the 29th is a Saturday"],
  ["2016-02", "2016-02-29", "a leap year"],
] as const;

for (const [month, day, because] of CASES) {
  Deno.test(`the last trading day is ${day}: ${because}`, () => equal(lastTradingDay(month), day));
}

testOnShared(
  missingShared(INDEX),
  "the rule for the last trading day agrees with 243 months of a real index",
  () => {
    const days = records(Deno.readTextFileSync(sharedPath(INDEX))).map((row) => row.date ?? "");
    const last = new Map(days.map((day) => [day.slice(0, 7), day]));
    last.delete("2020-04"); // the file ends in its middle
    equal(last.size, 243);
    deepEqual([...last.keys()].map((month) => lastTradingDay(month)), [...last.values()]);
  },
);
