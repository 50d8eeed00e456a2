import { dayNumber, dayText } from "./day.ts";
import type { Exchange } from "./exchange.ts";
import { isSession, sessionBefore, sessionMinutes } from "./exchange_days.ts";
import { NYSE } from "./exchanges.ts";
import { zoneTime } from "./zone_time.ts";

const MINUTE_MS = 60_000;

/**
 * The last session of an exchange that has ended at a time: the newest day that daily prices can have.
 * @returns `YYYY-MM-DD`
 */
export function lastSession(time: Date, exchange: Exchange = NYSE): string {
  const { day, at } = zoneTime(time.getTime(), exchange.zone);
  const session = sessionMinutes(day, exchange);
  return session !== undefined && at >= session.close * MINUTE_MS ? day : sessionBefore(day, exchange);
}

/**
 * How many sessions came after a day, up to and with another: how old, in sessions, data that ends on the first is on
 * the second.
 * @param first `YYYY-MM-DD`
 * @param last `YYYY-MM-DD`
 * @returns 0 where the second day is not later.
 */
export function sessionsAfter(first: string, last: string, exchange: Exchange = NYSE): number {
  let count = 0;
  for (let day = dayNumber(first) + 1; day <= dayNumber(last); day += 1) {
    if (isSession(dayText(day), exchange)) count += 1;
  }
  return count;
}

/**
 * How many sessions have ended since data ended: 0 where it ends on the last one.
 * @param day Last day of the data, `YYYY-MM-DD`.
 */
export function sessionsOld(day: string, time: Date, exchange: Exchange = NYSE): number {
  return sessionsAfter(day, lastSession(time, exchange), exchange);
}
