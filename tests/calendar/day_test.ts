import { equal } from "../assert.ts";
import { isDay } from "../../src/calendar/day.ts";

const DAYS: readonly (readonly [string, boolean])[] = [
  ...(["2017-01-31", "2016-02-29", "2000-02-29", "0001-12-31"] as const).map((day) => [day, true] as const),
  ...(["2017-02-29", "1900-02-29", "2017-04-31", "2017-13-01", "2017-00-10"] as const).map((day) =>
    [day, false] as const
  ),
  ...(["2017-01-00", "2017-1-1", "17-01-01", "2017-01-01T00", " 2017-01-01", "", "today"] as const)
    .map((day) => [day, false] as const),
];

for (const [text, is] of DAYS) {
  Deno.test(`"${text}" is ${is ? "a" : "no"} day of the calendar`, () => equal(isDay(text), is));
}

Deno.test("the days of four centuries are those that Date knows", () => {
  for (let year = 1800; year < 2200; year++) {
    for (let month = 1; month <= 12; month++) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const head = `${year}-${String(month).padStart(2, "0")}-`;
      equal([28, 29, 30, 31, 32].findLast((day) => isDay(head + day)), last, head);
    }
  }
});
