import { dayNumber, dayText } from "./day.ts";
import type { Exchange } from "./exchange.ts";
import { NYSE } from "./exchanges.ts";
import { isWeekend, minutesOf, yearDays } from "./yearly_days.ts";

/**
 * Whether an exchange has a session on a day, by its rules and the list of days on which it was closed beside them.
 * @param day `YYYY-MM-DD`.
 */
export function isSession(day: string, exchange: Exchange = NYSE): boolean {
  return !isWeekend(dayNumber(day)) && !yearDays(exchange, yearOf(day)).closed.has(day);
}

/** The first day with a session after a day, `YYYY-MM-DD`. */
export function nextSession(day: string, exchange: Exchange = NYSE): string {
  let next = dayNumber(day) + 1;
  while (!isSession(dayText(next), exchange)) next += 1;
  return dayText(next);
}

/** The last day with a session before a day, `YYYY-MM-DD`. */
export function sessionBefore(day: string, exchange: Exchange = NYSE): string {
  let before = dayNumber(day) - 1;
  while (!isSession(dayText(before), exchange)) before -= 1;
  return dayText(before);
}

/** When a session begins and ends, in minutes after midnight of the exchange's clock. */
export interface SessionMinutes {
  readonly open: number;
  readonly close: number;
}

/**
 * When the session of a day begins and ends.
 * @param day `YYYY-MM-DD`.
 * @returns `undefined` if absent.
 */
export function sessionMinutes(day: string, exchange: Exchange = NYSE): SessionMinutes | undefined {
  if (!isSession(day, exchange)) return undefined;
  const close = yearDays(exchange, yearOf(day)).early.get(day) ?? minutesOf(exchange.close);
  return { open: minutesOf(exchange.open), close };
}

/**
 * Whether the sessions around a day are known: before the first year of an exchange, and after the last of its list,
 * every weekday that no rule takes out counts as one.
 * @param day `YYYY-MM-DD`.
 */
export function knowsSessions(day: string, { since, until = Infinity }: Exchange = NYSE): boolean {
  return yearOf(day) >= since && yearOf(day) <= until;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}
