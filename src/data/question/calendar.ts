import { dayNumber, daysLater, isDay } from "../../calendar/day.ts";
import type { Unit } from "../../terms/calendar_words.ts";

/** A first and a last day, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Calendar months of a unit; absent where it is counted in days. */
const MONTHS: Readonly<Record<Unit, number | undefined>> = {
  day: undefined,
  week: undefined,
  month: 1,
  quarter: 3,
  year: 12,
};

/** A calendar day; `undefined` if absent, as on 30 February. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const text = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  return isDay(text) ? text : undefined;
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, "0");
}

/**
 * Whole months.
 * @param month First of them, counted from January 0; may be beyond its year.
 */
export function monthsFrom(year: number, month: number, count: number): Days {
  const day = (at: number, date: number) => new Date(Date.UTC(year, at, date)).toISOString().slice(0, 10);
  return { from: day(month, 1), to: day(month + count, 0) };
}

/** The day so many units before; the last of its month where that month is shorter. */
export function unitsBefore(day: string, count: number, unit: Unit): string {
  const months = MONTHS[unit];
  if (months === undefined) return daysLater(day, unit === "week" ? -7 * count : -count);
  const [year, month] = partsOf(day);
  const { from, to } = monthsFrom(year, month - count * months, 1);
  const same = `${from.slice(0, 8)}${day.slice(8)}`;
  return same < to ? same : to;
}

/** The calendar unit that holds a day, or one some units before it; weeks begin on Monday. */
export function unitOf(day: string, unit: Unit, back = 0): Days {
  const months = MONTHS[unit];
  if (months === undefined) {
    const first = unit === "week" ? daysLater(day, -((dayNumber(day) + 3) % 7) - 7 * back) : daysLater(day, -back);
    return { from: first, to: unit === "week" ? daysLater(first, 6) : first };
  }
  const [year, month] = partsOf(day);
  return monthsFrom(year, (Math.floor(month / months) - back) * months, months);
}

/** The last day of a weekday on or before a day; Monday is 0. */
export function lastWeekday(day: string, weekday: number): string {
  const today = (dayNumber(day) + 3) % 7;
  return daysLater(day, -((today - weekday + 7) % 7));
}

function partsOf(day: string): readonly [number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
}

/** A single day as days. */
export function point(day: string): Days {
  return { from: day, to: day };
}
