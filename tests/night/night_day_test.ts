import { deepEqual, equal } from "../assert.ts";
import { clockText, endOf, momentIn, nightOf } from "../../src/night/night_day.ts";

/** Times without a zone are of the machine's, whatever it is. */
const TIMES = [
  { local: "2026-11-23T12:00:00", night: "2026-11-23", when: "at noon" },
  { local: "2026-11-23T22:30:00", night: "2026-11-23", when: "in the evening" },
  { local: "2026-11-24T00:00:00", night: "2026-11-23", when: "at midnight" },
  { local: "2026-11-24T11:59:59", night: "2026-11-23", when: "in the morning after" },
  { local: "2026-11-24T12:00:00", night: "2026-11-24", when: "at the noon after" },
  { local: "2027-01-01T03:00:00", night: "2026-12-31", when: "after the turn of the year" },
] as const;
for (const { local, night, when } of TIMES) {
  Deno.test(`a time ${when} is of the night of ${night}, in local time`, () => {
    equal(nightOf(new Date(local)), night);
  });
}

Deno.test("a time of day from noon on is of the night's own day, an earlier one of the day after", () => {
  const moments = [[12, 0], [23, 30], [0, 15], [6, 30]].map(([hours = 0, minutes = 0]) =>
    momentIn("2026-12-31", { hours, minutes })
  );
  deepEqual(
    moments,
    ["2026-12-31T12:00", "2026-12-31T23:30", "2027-01-01T00:15", "2027-01-01T06:30"].map((text) => new Date(text)),
  );
  deepEqual(moments.map(clockText), ["12:00", "23:30", "00:15", "06:30"]);
});

Deno.test("a night ends at the noon after its day, and that noon is of the next night", () => {
  deepEqual(endOf("2026-02-28"), new Date("2026-03-01T12:00:00"));
  equal(nightOf(endOf("2026-02-28")), "2026-03-01");
});
