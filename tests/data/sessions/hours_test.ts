import { deepEqual, equal } from "../../assert.ts";
import { zoneTime } from "../../../src/calendar/zone_time.ts";
import { hoursOf } from "../../../src/data/sessions/session_hours.ts";

const HOUR = 3_600_000;

/** Days from the yearly calendars of NYSE Group, and those beside them that are whole, or closed. */
const HALF = [
  ...["1993-11-26", "1996-07-05", "1997-07-03", "1997-12-26", "1999-12-31", "2002-07-05", "2002-12-24", "2003-12-26"],
  ...["2012-07-03", "2012-11-23", "2012-12-24", "2013-07-03", "2013-11-29", "2013-12-24", "2014-07-03", "2014-11-28"],
  ...["2014-12-24", "2015-11-27", "2015-12-24", "2016-11-25", "2017-07-03", "2017-11-24", "2018-07-03", "2018-11-23"],
  ...["2018-12-24", "2019-07-03", "2019-11-29", "2019-12-24", "2020-11-27", "2020-12-24", "2021-11-26", "2022-11-25"],
  ...["2023-07-03", "2023-11-24", "2024-07-03", "2024-11-29", "2024-12-24", "2025-07-03", "2025-11-28", "2025-12-24"],
];
const WHOLE = [
  ...["1996-07-03", "2002-07-03", "2004-11-19", "2011-07-05", "2013-07-05", "2017-12-22", "2019-07-05", "2020-07-02"],
  ...["2021-11-19", "2022-11-30", "2022-12-23", "2023-12-22", "2024-07-05", "2024-11-22", "2025-11-21", "2025-12-26"],
];

Deno.test("a session is from 9:30 to 16:00, to 13:00 on a half day, and there is none on a weekend or a holiday", () => {
  const closes = (days: readonly string[]) => new Set(days.map((day) => (hoursOf(day)?.close ?? 0) / HOUR));
  deepEqual([...closes(HALF)], [13]);
  deepEqual([...closes(WHOLE)], [16]);
  deepEqual([...new Set([...HALF, ...WHOLE].map((day) => (hoursOf(day)?.open ?? 0) / HOUR))], [9.5]);
  deepEqual([hoursOf("2024-11-28"), hoursOf("2024-11-30"), hoursOf("2024-12-01")], [undefined, undefined, undefined]);
});

/** The day of a month's nth Sunday; of the last one, counted from its end. */
function sunday(year: number, month: number, which: number): number {
  const days = Array.from({ length: 31 }, (_, at) => new Date(Date.UTC(year, month - 1, at + 1)))
    .filter((day) => day.getUTCMonth() === month - 1 && day.getUTCDay() === 0);
  return days.at(which > 0 ? which - 1 : which)?.getTime() ?? NaN;
}

/** When summer time begins and ends, in UTC, by the Energy Policy Act of 2005 and the law before it. */
function summer(year: number): readonly [number, number] {
  const [from, to] = year >= 2007
    ? [sunday(year, 3, 2), sunday(year, 11, 1)]
    : [sunday(year, 4, 1), sunday(year, 10, -1)];
  return [from + 7 * HOUR, to + 6 * HOUR]; // 2:00 by the clock that ends
}

Deno.test("New York's clock is right at every hour of the days around each change of clocks, 1993 to 2037", () => {
  for (let year = 1993; year <= 2037; year++) {
    const [from, to] = summer(year);
    for (const change of [from, to]) {
      for (let time = change - 30 * HOUR; time < change + 30 * HOUR; time += HOUR) {
        const behind = time >= from && time < to ? 4 : 5;
        const { day, at } = zoneTime(time + 1234.5, "America/New_York");
        const shown = new Date(time - behind * HOUR).toISOString();
        equal(`${day}T${String(Math.floor(at / HOUR)).padStart(2, "0")}`, shown.slice(0, 13));
        equal(at % HOUR, 1234.5);
      }
    }
  }
});
