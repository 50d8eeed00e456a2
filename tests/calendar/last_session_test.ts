import { isHalfDay } from "./half_day.ts";
import { lastSession, sessionsAfter } from "../../src/calendar/last_session.ts";
import { equal } from "../assert.ts";

const LAST: readonly (readonly [string, string, string])[] = [
  ["2026-11-20T21:00:00Z", "2026-11-20", "at the close of a Friday in winter"],
  ["2026-11-20T20:59:00Z", "2026-11-19", "a minute before it"],
  ["2026-07-10T20:00:00Z", "2026-07-10", "at the close of a Friday in summer"],
  ["2026-11-22T12:00:00Z", "2026-11-20", "on a Sunday"],
  ["2026-11-23T03:00:00Z", "2026-11-20", "on a Sunday evening in New York"],
  ["2026-11-27T18:00:00Z", "2026-11-27", "at the early close after Thanksgiving"],
  ["2026-11-27T17:59:00Z", "2026-11-25", "a minute before it, with the holiday behind"],
];
for (const [time, day, when] of LAST) {
  Deno.test(`lastSession() is ${day} ${when}`, () => equal(lastSession(new Date(time)), day));
}

const HALF: readonly (readonly [string, boolean])[] = [
  ...[["2023-07-03", true], ["2024-07-03", true], ["2025-07-03", true], ["2026-07-02", false]] as const,
  ...[["2022-11-25", true], ["2025-11-28", true], ["2025-12-24", true], ["2021-12-24", false]] as const,
  ...[["2026-12-24", true], ["2025-12-26", false], ["2022-07-01", false], ["2020-07-02", false]] as const,
];
for (const [day, isHalf] of HALF) {
  Deno.test(`${day} is ${isHalf ? "a" : "no"} half day`, () => equal(isHalfDay(day), isHalf));
}

Deno.test("data that ends on a Friday is no session old on the Sunday, and one on the Monday", () => {
  equal(sessionsAfter("2026-11-20", "2026-11-22"), 0);
  equal(sessionsAfter("2026-11-20", "2026-11-23"), 1);
  equal(sessionsAfter("2026-11-20", "2026-11-30"), 5);
  equal(sessionsAfter("2026-11-20", "2026-11-19"), 0);
});
