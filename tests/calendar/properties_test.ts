import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { isSession, nextSession, sessionBefore, sessionMinutes } from "../../src/calendar/exchange_days.ts";
import { EXCHANGES } from "../../src/calendar/exchanges.ts";
import { lastSession, sessionsAfter, sessionsOld } from "../../src/calendar/last_session.ts";
import { equal } from "../assert.ts";
import fc from "../fast_check.ts";

const [FIRST, LAST] = [dayNumber("2003-01-01"), dayNumber("2027-12-31")];
const day = fc.integer({ min: FIRST, max: LAST }).map(dayText);
const exchange = fc.constantFrom(...EXCHANGES);
const MINUTE_MS = 60_000;
const time = fc.integer({ min: FIRST * 1440, max: LAST * 1440 }).map((minute) => new Date(minute * MINUTE_MS));

Deno.test("nextSession() is the first session after a day, and sessionBefore() leads back", () => {
  fc.assert(fc.property(day, exchange, (from, of) => {
    const next = nextSession(from, of);
    equal(next > from && isSession(next, of), true);
    equal(sessionsAfter(from, next, of), 1);
    equal(sessionBefore(next, of), isSession(from, of) ? from : sessionBefore(from, of));
  }));
});

Deno.test("sessionsAfter() adds up over a day between", () => {
  fc.assert(fc.property(fc.array(day, { minLength: 3, maxLength: 3 }), exchange, (days, of) => {
    const [one = "", two = "", three = ""] = days.toSorted();
    equal(sessionsAfter(one, three, of), sessionsAfter(one, two, of) + sessionsAfter(two, three, of));
    equal(sessionsAfter(three, one, of), 0);
  }));
});

Deno.test("lastSession() never goes back in time, and is a session that is no session old", () => {
  fc.assert(fc.property(time, time, exchange, (one, other, of) => {
    const [early, late] = one < other ? [one, other] : [other, one];
    const session = lastSession(early, of);
    equal(session <= lastSession(late, of), true);
    equal(isSession(session, of), true);
    equal(sessionsOld(session, early, of), 0);
  }));
});

/** The UTC time at which a clock of a zone shows a minute of a day, found by trying whole quarters of an hour. */
function momentOf(day: string, minute: number, zone: string): Date {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const wanted = `${day} ${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  const middle = dayNumber(day) * 1440 + minute;
  for (let away = -15 * 60; away <= 15 * 60; away += 15) {
    const moment = new Date((middle + away) * MINUTE_MS);
    if (shown.format(moment) === wanted) return moment;
  }
  throw new Error(`No time of UTC is ${wanted} in ${zone}`);
}

/** The weeks of 2026 in which clocks change in New York, in Europe and nowhere. */
const WEEKS = ["2026-03-06", "2026-03-27", "2026-10-23", "2026-10-30", "2026-06-19"] as const;

for (const of of EXCHANGES) {
  Deno.test(`the sessions of ${of.name} end to the minute in the weeks in which clocks change`, () => {
    for (const start of WEEKS) {
      for (let number = dayNumber(start); number < dayNumber(start) + 7; number++) {
        const session = dayText(number);
        const minutes = sessionMinutes(session, of);
        if (minutes === undefined) continue;
        const close = momentOf(session, minutes.close, of.zone);
        equal(lastSession(close, of), session);
        equal(lastSession(new Date(close.getTime() - 1), of), sessionBefore(session, of));
      }
    }
  });
}
