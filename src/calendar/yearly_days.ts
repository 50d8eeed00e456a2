import { dayNumber, dayText } from "./day.ts";
import type { Exchange, HalfDay, Holiday, Weekday, YearlyDate } from "./exchange.ts";

const WEEKDAYS: readonly Weekday[] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SUNDAY = 0;
const FRIDAY = 5;
const SATURDAY = 6;

/** What is out of the ordinary in a year of an exchange. */
export interface YearDays {
  /** Weekdays without a session, `YYYY-MM-DD`. */
  readonly closed: ReadonlySet<string>;
  /** Sessions that end early, and when, in minutes after midnight of its clock. */
  readonly early: ReadonlyMap<string, number>;
}

const known = new WeakMap<Exchange, Map<number, YearDays>>();

/** The days of a year that are out of the ordinary, worked out once. */
export function yearDays(exchange: Exchange, year: number): YearDays {
  let years = known.get(exchange);
  if (years === undefined) known.set(exchange, years = new Map());
  const days = years.get(year) ?? workedOut(exchange, year);
  years.set(year, days);
  return days;
}

/** The place of a day in its week, 0 for Sunday; 1 January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday === SUNDAY || weekday === SATURDAY;
}

/** Minutes after midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return 60 * Number(hours) + Number(minutes);
}

function workedOut(exchange: Exchange, year: number): YearDays {
  const holidays = new Set<number>();
  for (const holiday of exchange.holidays) if (holdsIn(holiday, year)) addHoliday(holidays, { holiday, year });
  const closed = new Set([...[...holidays].map(dayText), ...exchange.closed]);
  for (const day of exchange.opened ?? []) closed.delete(day);
  const early = new Map<string, number>();
  for (const half of exchange.halfDays) {
    const day = holdsIn(half, year) ? halfDayIn(half, year) : undefined;
    if (day !== undefined && !closed.has(day)) early.set(day, minutesOf(half.close));
  }
  for (const [day, close] of Object.entries(exchange.halfDaysOnce ?? {})) early.set(day, minutesOf(close));
  return { closed, early };
}

function holdsIn({ from = -Infinity, to = Infinity, not = [] }: Holiday | HalfDay, year: number): boolean {
  return year >= from && year <= to && !not.includes(year);
}

/** In the order of the rules: one that moves on passes over those before it. */
function addHoliday(
  holidays: Set<number>,
  { holiday, year }: { readonly holiday: Holiday; readonly year: number },
): void {
  let day = dateIn(holiday, year);
  const { moved } = holiday;
  if (isWeekend(day) && moved === undefined) return;
  if (moved === "monday" && weekdayOf(day) === SATURDAY) return;
  if (moved === "nearest" && weekdayOf(day) === SATURDAY) day -= 1;
  while (isWeekend(day) || moved === "next" && holidays.has(day)) day += 1;
  holidays.add(day);
}

function halfDayIn(half: HalfDay, year: number): string | undefined {
  let day = dateIn(half, year);
  if (isWeekend(day) && half.isMovedBack) { while (weekdayOf(day) !== FRIDAY) day -= 1; }
  const weekday = WEEKDAYS[weekdayOf(day)];
  const isMeant = half.weekdays === undefined || weekday !== undefined && half.weekdays.includes(weekday);
  return isWeekend(day) || !isMeant ? undefined : dayText(day);
}

function dateIn(date: YearlyDate, year: number): number {
  const of = (text: string) => dayNumber(`${String(year).padStart(4, "0")}-${text}`);
  if ("on" in date) return of(date.on);
  if ("easter" in date) return easter(year) + date.easter;
  const weekday = WEEKDAYS.indexOf(date.weekday);
  if ("before" in date) return lastBefore(of(date.before), weekday);
  const first = of(`${date.month}-01`);
  if (date.nth > 0) {
    return first + (weekday - weekdayOf(first) + 7) % 7 + 7 * (date.nth - 1) + (date.plus ?? 0);
  }
  const next = date.month === "12" ? of("12-31") + 1 : of(`${String(Number(date.month) + 1).padStart(2, "0")}-01`);
  return lastBefore(next, weekday) + (date.plus ?? 0);
}

function lastBefore(day: number, weekday: number): number {
  return day - 1 - (weekdayOf(day - 1) - weekday + 7) % 7;
}

/** Easter Sunday (Meeus 1991, chapter 8). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - c % 4) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const place = h + l - 7 * m + 114;
  return dayNumber(`${year}-${String(Math.floor(place / 31)).padStart(2, "0")}-01`) + place % 31;
}
