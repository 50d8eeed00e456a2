import { dayNumber } from "../../calendar/day.ts";
import { readPeriod } from "../../data/fact_period.ts";
import type { FiscalPeriod, Period, Statements } from "../../data/statements.ts";
import { calendarYear, meantBy, seatOf } from "../fact_periods.ts";
import type { SaidPeriod } from "./period_places.ts";

/** A period of a company's reports, as a figure may be of it. */
export type ResolvedPeriod = Period & { readonly isTrailing?: true };

/** The periods that a text may mean: surely, or by another count of years or quarters. */
export interface Resolved {
  readonly sure: readonly ResolvedPeriod[];
  readonly maybe: readonly ResolvedPeriod[];
}

const NEAR_DAYS = 10;
const NOTHING: Resolved = { sure: [], maybe: [] };

/** The periods of reports that a time in a text may be. */
export function resolvePeriods(said: SaidPeriod, statements: Statements): Resolved {
  switch (said.kind) {
    case "token":
      return ofToken(said.token, said.isCalendar === true, statements);
    case "months":
      return { ...NOTHING, sure: partOfYear(said.months, said.day, statements) };
    case "day":
      return onDay(said.day, statements);
    case "quarter":
      return {
        ...NOTHING,
        maybe: statements.quarters.filter((one) => seatOf(one, statements).endsWith(` ${said.quarter}`)),
      };
    default:
      return NOTHING;
  }
}

function ofToken(token: string, isCalendar: boolean, statements: Statements): Resolved {
  if (token === "TTM") return { ...NOTHING, sure: [{ end: "", isTrailing: true }] };
  const named = readPeriod(token);
  const found = named && meantBy(named, statements);
  if (named?.kind !== "year") { // a half of 2017 may be the calendar's, where that is another
    const isOwn = !isCalendar || statements.years.every(({ end }) => /-12-|-01-0/.test(end));
    return { ...NOTHING, [isOwn ? "sure" : "maybe"]: found ? [found] : [] };
  }
  const maybe = named.quarter === undefined
    ? begunIn(named.year, statements)
    : isCalendar
    ? calendarQuarter(named.year, named.quarter, statements)
    : [];
  return { sure: found ? [found] : [], maybe: maybe.filter(({ end }) => end !== found?.end) };
}

/** The fiscal year that begins in a year and ends in the first months of the next: some call it by its beginning. */
function begunIn(year: number, { years }: Statements): readonly FiscalPeriod[] {
  return years.filter(({ end }) => calendarYear(end) === year + 1 && Number(end.slice(5, 7)) <= 5);
}

function calendarQuarter(year: number, quarter: number, { quarters }: Statements): readonly FiscalPeriod[] {
  const middle = Date.UTC(year, 3 * quarter - 2, 15) / 86_400_000;
  return quarters.filter(({ start, end }) => dayNumber(start) <= middle && middle <= dayNumber(end));
}

/** So many months to a day, from the first day of the fiscal year that they are in. */
function partOfYear(months: number, day: string, { years }: Statements): readonly Period[] {
  const starts = years.flatMap(({ start, end }) => [start, dayText(dayNumber(end) + 1)]);
  const at = dayNumber(day);
  return starts.filter((start) => Math.abs((at - dayNumber(start)) / 30.44 - months) < 0.7)
    .slice(0, 1).map((start) => ({ start, end: day }));
}

function onDay(day: string, { years, quarters, balanceDays }: Statements): Resolved {
  const near = [...years, ...quarters].filter(({ end }) => Math.abs(dayNumber(end) - dayNumber(day)) <= NEAR_DAYS);
  return { sure: near.length > 0 ? near : balanceDays.includes(day) ? [{ end: day }] : [], maybe: [] };
}

/**
 * The same length of time so much earlier; `undefined` where no report covers it.
 * @param by Less than 0 is later.
 */
export function shifted(
  { start, end, isTrailing }: ResolvedPeriod,
  by: { readonly years: number; readonly quarters: number },
  { years, quarters }: Statements,
): ResolvedPeriod | undefined {
  if (isTrailing) return undefined;
  const isYear = start !== undefined && dayNumber(end) - dayNumber(start) > 300;
  const wanted = dayNumber(end) - Math.round(365.25 * by.years + 91.31 * by.quarters);
  const isPart = start !== undefined && !isYear && dayNumber(end) - dayNumber(start) > 130;
  if (isPart) return partBefore({ start, end }, by, years);
  const list = isYear && by.quarters === 0 ? years : [...quarters, ...years.filter(() => start === undefined)];
  const found = list.find((one) => Math.abs(dayNumber(one.end) - wanted) <= NEAR_DAYS + 2);
  return found && (start === undefined ? { end: found.end } : found);
}

function partBefore(
  { start, end }: FiscalPeriod,
  by: { readonly years: number },
  years: readonly FiscalPeriod[],
): Period | undefined {
  const begin = dayNumber(start) - Math.round(365.25 * by.years);
  const year = years.find((one) => Math.abs(dayNumber(one.start) - begin) <= NEAR_DAYS);
  if (year === undefined) return undefined;
  return { start: year.start, end: dayText(dayNumber(end) - Math.round(365.25 * by.years)) };
}

function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** What a period is called in evidence: `the year to 2017-09-30`. */
export function periodName({ start, end, isTrailing }: ResolvedPeriod): string {
  if (isTrailing) return "the latest twelve months";
  if (start === undefined) return end;
  const days = dayNumber(end) - dayNumber(start);
  if (days > 300) return `the year to ${end}`;
  return days < 130 ? `the quarter to ${end}` : `${start} to ${end}`;
}
