import { dayNumber, dayText } from "./day.ts";
import { isHalfDay, isSession } from "./exchange_days.ts";

const ZONE = "America/New_York";
/** When a session ends, in minutes after midnight in New York. */
const CLOSE = 16 * 60;
const HALF_DAY_CLOSE = 13 * 60;

const local = new Intl.DateTimeFormat("en-CA", {
  ...{ timeZone: ZONE, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
  ...{ hour: "2-digit", minute: "2-digit" },
});

/**
 * The last session of the New York Stock Exchange that has ended at a time: the newest day that daily prices can have.
 * @returns `YYYY-MM-DD`
 */
export function lastSession(time: Date): string {
  const { day, minute } = inNewYork(time);
  if (isSession(day) && minute >= (isHalfDay(day) ? HALF_DAY_CLOSE : CLOSE)) return day;
  let before = dayNumber(day) - 1;
  while (!isSession(dayText(before))) before -= 1;
  return dayText(before);
}

/**
 * How many sessions came after a day, up to and with another: how old, in sessions, data that ends on the first is on
 * the second.
 * @param first `YYYY-MM-DD`
 * @param last `YYYY-MM-DD`
 * @returns 0 where the second day is not later.
 */
export function sessionsAfter(first: string, last: string): number {
  let count = 0;
  for (let day = dayNumber(first) + 1; day <= dayNumber(last); day += 1) if (isSession(dayText(day))) count += 1;
  return count;
}

function inNewYork(time: Date): { readonly day: string; readonly minute: number } {
  const parts = Object.fromEntries(local.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    day: `${parts["year"]}-${parts["month"]}-${parts["day"]}`,
    minute: 60 * Number(parts["hour"]) + Number(parts["minute"]),
  };
}
