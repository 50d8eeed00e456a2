import { isAssumed, unmarked } from "../data/assumed_filing.ts";
import { dayNumber, daySpan, longDay } from "../calendar/day.ts";
import type { FactKey } from "../data/about.ts";
import { lengthName } from "../data/about_names.ts";
import { type PeriodToken, readPeriod } from "../data/fact_period.ts";
import type { FiledFact, Records } from "../data/records.ts";
import type { FiscalPeriod, Period, Reported } from "../data/statements.ts";
import { newestIn } from "./domains/filed.ts";
import { statementsOf } from "./domains/statements.ts";
import { isBehind, numberOf, periodOf } from "./fact_reading.ts";

/** Fiscal years that end up to this month are often called by the year in which they began. */
const EARLY_MONTHS = 5;

/** A report: `10-K 0000320193-17-000070 filed on 3 Nov 2017`; a day that is assumed is not that of its filing. */
export function reportName(fact: FiledFact): string {
  const { form, accession, filed } = fact;
  if (!isAssumed(fact)) return `${form} ${accession} filed on ${longDay(filed)}`;
  return `${form} ${unmarked(accession)} with an assumed filing day, ${longDay(filed)}`;
}

/** The period of a figure: `in the year to 30 Sep 2017`, `on 30 Sep 2017`. */
export function periodName(
  { period }: FactKey,
  { period: found, stated }: { readonly period?: Period; readonly stated: Reported },
  token: PeriodToken = period,
): string {
  const named = readPeriod(token);
  const newest = stated.facts.map(({ end }) => end).toSorted().at(-1) ?? "";
  if (named?.kind === "newest" && named.of === "trailing" && stated.facts.some(({ start }) => start !== undefined)) {
    return `in the twelve months to ${longDay(newest)}`;
  }
  if (found?.start === undefined) return `on ${longDay(newest)}`;
  return `in the ${lengthName(found.start, found.end)} to ${longDay(found.end)}`;
}

/** The newest fiscal year or quarter, and when the first report of it was filed; an assumed day is not reported. */
export function newestReportName(records: Records): string | undefined {
  const newest = newestIn(records);
  if ("cause" in newest) return undefined;
  const { first, end, isYear } = newest;
  return `${isYear ? "year" : "quarter"} to ${longDay(end)}${
    isAssumed(first) ? "" : `, filed ${longDay(first.filed)}`
  }`;
}

/** The other way in which a number of a fiscal year or quarter is often read. */
export function otherName({ period }: FactKey, records: Records, asOf: string): string | undefined {
  const named = readPeriod(period);
  const statements = statementsOf(records);
  const found = named && periodOf(named, statements);
  if (named?.kind !== "year" || found?.start === undefined) return undefined;
  if (named.quarter === undefined) {
    if (Number(found.end.slice(5, 7)) > EARLY_MONTHS || numberOf(found) !== Number(found.end.slice(0, 4))) {
      return undefined;
    }
    const next = statements.years.find((year) => numberOf(year) === named.year + 1);
    const begun = `the fiscal year that began in ${named.year}`;
    const absent = isBehind(records, asOf) ? "not in the data" : "not public yet";
    return next === undefined ? `${begun} is the next, ${absent}` : `${begun} is ${daySpan(next.start, next.end)}`;
  }
  const calendar = calendarQuarter(named.year, named.quarter);
  const other = statements.quarters.toSorted((one, two) => shared(two, calendar) - shared(one, calendar))[0];
  if (other === undefined || other.end === found.end || shared(other, calendar) <= 0) return undefined;
  return `the quarter nearest to the calendar's is ${daySpan(other.start, other.end)}`;
}

function calendarQuarter(year: number, quarter: number): FiscalPeriod {
  const day = (month: number, date: number) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
  return { start: day(3 * (quarter - 1), 1), end: day(3 * quarter, 0) };
}

/** Days that two periods share. */
function shared(one: FiscalPeriod, other: FiscalPeriod): number {
  const last = Math.min(dayNumber(one.end), dayNumber(other.end));
  return last - Math.max(dayNumber(one.start), dayNumber(other.start)) + 1;
}
