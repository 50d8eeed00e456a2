import { isAssumed, unmarked } from "../data/assumed_filing.ts";
import { dayNumber, daysBetween, daySpan, longDay } from "../calendar/day.ts";
import type { FactKey } from "../data/about.ts";
import { type NamedPeriod, type PeriodToken, readPeriod } from "../data/fact_period.ts";
import type { FiledFact, Records } from "../data/records.ts";
import type { FiscalPeriod, Period, Stated } from "../data/statements.ts";
import { newestIn } from "./domains/filed.ts";
import { statementsOf } from "./domains/statements.ts";
import { isBehind, numberOf, periodOf } from "./fact_reading.ts";

const ORDINALS = ["first", "second", "third", "fourth"] as const;
/** A stretch this long is a year; one that is shorter than a part of one, of several quarters, is a quarter. */
const YEAR_DAYS = 340;
const PART_DAYS = 120;
const MONTH_DAYS = 365.25 / 12;
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
  { period: found, stated }: { readonly period?: Period; readonly stated: Stated },
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

/** A period as it is asked for: `the fiscal year that ends in 2017`. */
export function askedPeriodName({ period }: FactKey): string | undefined {
  const named = readPeriod(period);
  if (named === undefined) return undefined;
  switch (named.kind) {
    case "year": {
      const year = `the fiscal year that ends in ${named.year}`;
      return named.quarter === undefined ? year : `the ${ORDINALS[named.quarter - 1]} quarter of ${year}`;
    }
    case "part": {
      const words = named.months === 6 ? "six months" : "nine months";
      return "day" in named
        ? `the ${words} to ${longDay(named.day)}`
        : `the first ${words} of the fiscal year that ends in ${named.year}`;
    }
    case "rest":
      return `the last six months of the fiscal year that ends in ${named.year}`;
    case "newest":
      return newestName(named);
    case "ending":
      return `the ${named.of} to ${longDay(named.day)}`;
    case "on":
      return `the last day of a period on or before ${longDay(named.day)}`;
    case "balance":
      return `the day ${longDay(named.end)}`;
    case "flow":
      return `the ${lengthName(named.start, named.end)} to ${longDay(named.end)}`;
  }
}

/** Years, and quarters of 12 to 17 weeks, are the periods of reports; what lies between them is counted in months. */
function lengthName(start: string, end: string): string {
  const days = daysBetween(start, end) + 1;
  if (days >= YEAR_DAYS) return "year";
  return days < PART_DAYS ? "quarter" : `${Math.round(days / MONTH_DAYS)} months`;
}

function newestName({ of, back }: Extract<NamedPeriod, { kind: "newest" }>): string {
  const names = {
    year: "fiscal year",
    quarter: "fiscal quarter",
    trailing: "twelve months",
    balance: "balance sheet date",
  };
  if (back === 0) return `the latest ${names[of]}`;
  const unit = of === "quarter" ? "quarter" : "year";
  return `the ${names[of]} ${back} ${unit}${back === 1 ? "" : "s"} before the latest`;
}

/** What the reports of a company cover, in years, or in quarters where these are asked for. */
export function coverName({ period }: FactKey, records: Records): string {
  const { years, quarters } = statementsOf(records);
  const named = readPeriod(period);
  const isShort = named?.kind === "flow" && daysBetween(named.start, named.end) + 1 < YEAR_DAYS;
  const isQuarter = isShort || /^Q|[QMH]\d/.test(period);
  const covered = isQuarter ? quarters : years;
  const newest = covered[0];
  const first = covered.at(-1);
  const unit = isQuarter ? "fiscal quarters" : "fiscal years";
  if (newest === undefined || first === undefined) return `no ${unit}`;
  return newest === first
    ? `the ${unit.slice(0, -1)} to ${longDay(newest.end)}`
    : `${unit} ended ${daySpan(first.end, newest.end)}`;
}

/** The newest fiscal year or quarter, and when the first report of it was filed; an assumed day is not told. */
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
