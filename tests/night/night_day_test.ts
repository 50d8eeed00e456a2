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

/** Zones, days on which their clocks change, and how long these days are. */
const CHANGES = [
  { zone: "Europe/Zurich", days: ["2026-03-29", "2026-10-25"], hours: [23, 25] },
  { zone: "America/New_York", days: ["2026-03-08", "2026-11-01"], hours: [23, 25] },
  { zone: "Australia/Lord_Howe", days: ["2026-10-04", "2026-04-05"], hours: [23.5, 24.5] },
  { zone: "Africa/Cairo", days: ["2026-04-24", "2026-10-30"], hours: [23, 25] }, // its summer begins at 00:00
] as const;

Deno.test("a night is from noon to noon of the calendar, also where clocks change in it", async () => {
  const module = JSON.stringify(new URL("../../src/night/night_day.ts", import.meta.url).href);
  for (const { zone, days, hours } of CHANGES) {
    const code = `import { endOf, nightOf } from ${module};
      const noon = (day) => new Date(day + "T12:00:00").getTime();
      const nights = ${JSON.stringify(days)}.map((day) => {
        const end = noon(day), before = nightOf(new Date(end - 1)), begin = noon(before);
        let wrong = 0;
        for (let at = begin; at < end; at += 300_000) wrong += nightOf(new Date(at)) === before ? 0 : 1;
        return [(end - begin) / 3_600_000, wrong, nightOf(new Date(end)) === day, endOf(before).getTime() === end];
      });
      console.log(JSON.stringify(nights));`;
    const { stdout } = await new Deno.Command("deno", { args: ["eval", "-q", code], env: { TZ: zone } }).output();
    deepEqual(JSON.parse(new TextDecoder().decode(stdout)), hours.map((length) => [length, 0, true, true]), zone);
  }
});
