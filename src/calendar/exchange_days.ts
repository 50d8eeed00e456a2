import { dayNumber, dayText } from "./day.ts";

/** Days without a session that no rule gives, since 1998. */
const CLOSED_ONCE: ReadonlySet<string> = new Set([
  ...["2001-09-11", "2001-09-12", "2001-09-13", "2001-09-14", "2004-06-11", "2007-01-02"],
  ...["2012-10-29", "2012-10-30", "2018-12-05", "2025-01-09"],
]);

/** Juneteenth closes the exchange from this year on; Martin Luther King's day did from 1998. */
const JUNETEENTH_FROM = 2022;
const KING_FROM = 1998;

/**
 * Whether the New York Stock Exchange has a session on a day, by its Rule 7.2 and the list of days on which it was
 * closed beside that.
 * @param day `YYYY-MM-DD`.
 */
export function isSession(day: string): boolean {
  const weekday = weekdayOf(dayNumber(day));
  return weekday !== 0 && weekday !== 6 && !CLOSED_ONCE.has(day) && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/**
 * Whether a session of the New York Stock Exchange ends at 13:00 (Rule 7.2 names no half days; these are its yearly
 * notices since 2003): 3 July where the 4th is kept on the next day, the day after Thanksgiving, Christmas Eve.
 * @param day `YYYY-MM-DD`; one without a session is none.
 */
export function isHalfDay(day: string): boolean {
  const date = day.slice(5);
  if (!isSession(day)) return false;
  if (date === "12-24") return true;
  const weekday = weekdayOf(dayNumber(day));
  if (date === "07-03") return weekday >= 1 && weekday <= 4;
  return dayNumber(day) === nthWeekday(dayNumber(`${day.slice(0, 4)}-11-01`), 4, 4) + 1;
}

/** The first day with a session after a day, `YYYY-MM-DD`. */
export function nextSession(day: string): string {
  let next = dayNumber(day) + 1;
  while (!isSession(dayText(next))) next += 1;
  return dayText(next);
}

const known = new Map<number, ReadonlySet<string>>();

function holidaysOf(year: number): ReadonlySet<string> {
  const found = known.get(year) ?? new Set(ruledHolidays(year).map(dayText));
  known.set(year, found);
  return found;
}

function ruledHolidays(year: number): readonly number[] {
  const day = (month: number, date: number) =>
    dayNumber(`${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`);
  const newYear = day(1, 1);
  return [
    ...(weekdayOf(newYear) === 6 ? [] : [observed(newYear)]), // on a Saturday the Friday before closes the year's books
    ...(year >= KING_FROM ? [nthWeekday(day(1, 1), 1, 3)] : []),
    nthWeekday(day(2, 1), 1, 3),
    easter(year) - 2,
    lastMonday(day(5, 31)),
    ...(year >= JUNETEENTH_FROM ? [observed(day(6, 19))] : []),
    observed(day(7, 4)),
    nthWeekday(day(9, 1), 1, 1),
    nthWeekday(day(11, 1), 4, 4),
    observed(day(12, 25)),
  ];
}

/** 0 for Sunday; 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. */
function observed(day: number): number {
  const weekday = weekdayOf(day);
  return weekday === 6 ? day - 1 : weekday === 0 ? day + 1 : day;
}

function nthWeekday(first: number, weekday: number, nth: number): number {
  return first + (weekday - weekdayOf(first) + 7) % 7 + 7 * (nth - 1);
}

function lastMonday(last: number): number {
  return last - (weekdayOf(last) + 6) % 7;
}

/** Easter Sunday (Meeus 1991, chapter 8). */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - c % 4) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const place = h + l - 7 * m + 114;
  return dayNumber(`${year}-${String(Math.floor(place / 31)).padStart(2, "0")}-01`) + place % 31;
}
