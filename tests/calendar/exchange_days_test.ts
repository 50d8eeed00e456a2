import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { isSession, nextSession } from "../../src/calendar/exchange_days.ts";
import { isHalfDay } from "./half_day.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { deepEqual, equal } from "../assert.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";

/** Days from the first to the last of some on which sessions are told otherwise. */
function daysAmiss(traded: ReadonlySet<string>): readonly string[] {
  const days = [...traded].toSorted();
  const wrong: string[] = [];
  for (let day = dayNumber(days.at(0) ?? ""); day <= dayNumber(days.at(-1) ?? ""); day++) {
    if (isSession(dayText(day)) !== traded.has(dayText(day))) wrong.push(dayText(day));
  }
  return wrong;
}

Deno.test("isSession() agrees with every day of the S&P 500 fund in the sample", async () => {
  const [series] = (await openSample()).at("2025-07-01").prices("SPY");
  const traded = new Set(Array.from(series?.days ?? [], (day) => dayText(day)));
  deepEqual(daysAmiss(traded), []);
});

const CLOSED = [
  { day: "2001-09-12", why: "the attacks" },
  { day: "2007-01-02", why: "mourning for a president" },
  { day: "2012-10-30", why: "a hurricane" },
  { day: "2020-04-10", why: "Good Friday" },
  { day: "2021-07-05", why: "Independence Day on a Sunday" },
  { day: "2020-07-03", why: "Independence Day on a Saturday" },
  { day: "2022-06-20", why: "Juneteenth on a Sunday" },
  { day: "2022-12-26", why: "Christmas on a Sunday" },
  { day: "2024-03-29", why: "Good Friday of another spring" },
  { day: "2025-01-09", why: "mourning for another president" },
  { day: "2026-11-22", why: "a Sunday" },
] as const;

for (const { day, why } of CLOSED) {
  Deno.test(`isSession() says no on ${day}: ${why}`, () => equal(isSession(day), false));
}

const OPEN = [
  { day: "2021-06-18", why: "Juneteenth closes the exchange from 2022 on" },
  { day: "2021-12-31", why: "New Year on a Saturday is not kept on the Friday before" },
  { day: "2022-10-10", why: "Columbus Day is a session" },
] as const;

for (const { day, why } of OPEN) Deno.test(`isSession() says yes on ${day}: ${why}`, () => equal(isSession(day), true));

const NEXT = [
  { after: "2017-11-03", next: "2017-11-06", when: "a weekend follows" },
  { after: "2017-11-22", next: "2017-11-24", when: "Thanksgiving follows" },
  { after: "2018-12-31", next: "2019-01-02", when: "New Year follows" },
  { after: "2001-09-10", next: "2001-09-17", when: "the exchange closes for four days" },
] as const;

for (const { after, next, when } of NEXT) {
  Deno.test(`nextSession() of ${after} is ${next} when ${when}`, () => equal(nextSession(after), next));
}

const INDEX = "prices/npm_vega_sp500_index_daily_2000-2020.csv";

testOnShared(missingShared(INDEX), "isSession() agrees with every day of the index from 2000 to 2020", async () => {
  const rows = (await Deno.readTextFile(sharedPath(INDEX))).trim().split("\n").slice(1);
  const traded = new Set(rows.map((row) => (row.split(",")[0] ?? "").slice(0, "YYYY-MM-DD".length)));
  deepEqual(daysAmiss(traded), []);
});

testOnShared(
  missingShared(INDEX),
  "each half day from 2000 to 2020 has less volume than three quarters of its month",
  async () => {
    const rows = (await Deno.readTextFile(sharedPath(INDEX))).trim().split("\n").slice(1).map((row) => row.split(","));
    const volumes = rows.map((row) => Number(row[6]));
    const halfDays = rows.flatMap(([time = ""], at) => isHalfDay(time.slice(0, "YYYY-MM-DD".length)) ? [at] : []);
    const shares = halfDays.map((at) => {
      const beside = volumes.slice(Math.max(0, at - 10), at + 11).toSorted((one, other) => one - other);
      return (volumes[at] ?? NaN) / (beside[Math.floor(beside.length / 2)] ?? NaN);
    });
    equal(shares.length, 46);
    deepEqual(shares.filter((share) => !(share < 0.75)), []);
  },
);
