import type { DatasetView } from "../data/dataset.ts";
import { dayNumber, daysBetween, dayText } from "../calendar/day.ts";
import type { FactKey } from "../data/about.ts";
import { type NamedPeriod, type PeriodToken, readPeriod } from "../data/fact_period.ts";
import type { FactLack } from "../data/metrics/facts.ts";
import { itemOf } from "../data/metrics/items.ts";
import { DUE_DAYS } from "../data/metrics/reports.ts";
import type { Records } from "../data/records.ts";
import type { FiscalPeriod, NotReported, Period, Reported, Statements } from "../data/statements.ts";
import { statementsOf } from "./domains/statements.ts";

/** What reports state of a key, or why they do not. */
export interface FactRead {
  readonly stated: Reported | NotReported | "period";
  /** The period it was looked up for; absent where none covers it, and of the twelve months to the newest end. */
  readonly period?: Period;
}

/** The day so many days before the end of a fiscal year whose calendar year is its number. */
const NUMBER_DAYS = 7;
/** A day names a period that ends as near to it. */
const NEAR_DAYS = 10;
const QUARTER_DAYS = 365.25 / 4;
const LONGEST_YEAR = 380;
/** A period is later than another that ends so many days before it. */
const LATER_DAYS = 45;

/** Reads the item of a key for one company, for its period or an earlier one. */
export function readFact(
  { item, version, ...key }: FactKey,
  { ticker, view, token = key.period }: {
    readonly ticker: string;
    readonly view: DatasetView;
    readonly token?: PeriodToken;
  },
): FactRead {
  const statements = statementsOf(view.filed(ticker));
  const named = readPeriod(token);
  const isBalance = itemOf(item).kind === "balance";
  if (named === undefined) return { stated: "period" };
  if (statements.years.length + statements.quarters.length === 0) return { stated: "filings" };
  if (named.kind === "newest" && (named.of === "trailing" || named.of === "balance")) {
    return { stated: isBalance ? statements.balance(item, named.back) : statements.trailing(item, named.back) };
  }
  const found = periodOf(named, statements);
  if (found === undefined) return { stated: "period" };
  const period: Period = isBalance ? { end: found.end } : found;
  if (!isBalance && found.start === undefined) return { stated: "period" };
  return { stated: statements.stated(item, period, version), period };
}

type Covered = Pick<Statements, "years" | "quarters" | "soFar" | "balanceDays">;

/** The period that a name means among those that reports cover. */
export function periodOf(named: NamedPeriod, covered: Covered): Period | undefined {
  const { years, quarters, balanceDays } = covered;
  switch (named.kind) {
    case "flow":
      return { start: named.start, end: named.end };
    case "balance":
      return { end: named.end };
    case "year":
      return named.quarter === undefined
        ? years.find((year) => numberOf(year) === named.year)
        : quarterAt(named.year, named.quarter, covered);
    case "part": {
      const last = "day" in named ? nearest(quarters, named.day) : quarterAt(named.year, named.months / 3, covered);
      const seat = last && seatOf(last, covered);
      if (last === undefined || seat === undefined) return undefined;
      if (named.months === 6 && seat.quarter === 4) return restOf(seat.year, covered); // six months to the end of a year
      return seat.quarter === named.months / 3 ? { start: seat.begin, end: last.end } : undefined;
    }
    case "rest":
      return restOf(named.year, covered);
    case "newest":
      return (named.of === "quarter" ? quarters : years)[named.back];
    case "ending":
      return nearest(named.of === "quarter" ? quarters : years, named.day);
    case "on":
      return [...years, ...quarters, ...balanceDays.map((end) => ({ end }))].filter(({ end }) => end <= named.day)
        .toSorted((one, other) => one.end < other.end ? 1 : -1).map(({ end }) => ({ end }))[0];
  }
}

/** The number of a fiscal year. */
export function numberOf({ end }: Period): number {
  return Number(dayText(dayNumber(end) - NUMBER_DAYS).slice(0, 4));
}

/** Where a quarter stands: in the year that it is in, after the one before, or else in the year so far that ends with it. */
function seatOf({ end }: FiscalPeriod, { years, soFar }: Covered) {
  const own = years.find((year) => year.start <= end && daysBetween(year.end, end) <= NUMBER_DAYS);
  const before = years.find((year) => year.end < end && daysBetween(year.end, end) <= LONGEST_YEAR);
  const begin = own?.start ?? (before ? dayAfter(before) : soFar.find((one) => one.end === end)?.start);
  if (begin === undefined) return undefined;
  const year = numberOf(own ?? { end: dayText(dayNumber(begin) + 364) });
  return { year, quarter: Math.round((daysBetween(begin, end) + 1) / QUARTER_DAYS), begin };
}

function quarterAt(year: number, quarter: number, covered: Covered): FiscalPeriod | undefined {
  return covered.quarters.find((one) => {
    const seat = seatOf(one, covered);
    return seat?.year === year && seat.quarter === quarter;
  });
}

/** A fiscal year after its second quarter. */
function restOf(number: number, covered: Covered): Period | undefined {
  const year = covered.years.find((one) => numberOf(one) === number);
  const second = quarterAt(number, 2, covered);
  return year && second && { start: dayAfter(second), end: year.end };
}

function dayAfter({ end }: Period): string {
  return dayText(dayNumber(end) + 1);
}

function nearest(periods: readonly FiscalPeriod[], day: string): FiscalPeriod | undefined {
  const far = ({ end }: FiscalPeriod) => Math.abs(dayNumber(end) - dayNumber(day));
  return periods.filter((one) => far(one) <= NEAR_DAYS).toSorted((one, other) => far(one) - far(other))[0];
}

/** The last day of the newest fiscal year or quarter. */
export function newestPeriodEnd(records: Records): string | undefined {
  const { years, quarters } = statementsOf(records);
  return [...years, ...quarters].map(({ end }) => end).toSorted().at(-1);
}

/** Whether newer reports than those of the records should be public by a day. */
export function isBehind(records: Records, asOf: string, annual: number = DUE_DAYS.annual): boolean {
  const most = statementsOf(records).quarters.length === 0 ? annual : DUE_DAYS.other;
  return daysBetween(newestPeriodEnd(records) ?? asOf, asOf) > most;
}

/** Why no report covers a period: the next ones do, or may; or none would. */
export function absenceOf(token: PeriodToken, records: Records, asOf: string): FactLack {
  const named = readPeriod(token);
  const end = named && expectedEnd(named, statementsOf(records));
  const isLater = end !== undefined && end - dayNumber(newestPeriodEnd(records) ?? "") > LATER_DAYS;
  return isLater ? isBehind(records, asOf) ? "ended" : "period" : "absent";
}

/** The day on which a period would end that no report covers. */
function expectedEnd(named: NamedPeriod, covered: Covered): number | undefined {
  if (named.kind === "newest") return undefined;
  if (named.kind === "flow" || named.kind === "balance") return dayNumber(named.end);
  if ("day" in named) return dayNumber(named.day);
  const { years: [year], quarters: [quarter] } = covered;
  const seat = quarter && seatOf(quarter, covered);
  const known = year
    ? { year: numberOf(year), end: dayNumber(year.end) }
    : seat && { ...seat, end: dayNumber(seat.begin) + 364 };
  const seats = named.kind === "part" ? named.months / 3 : named.kind === "year" ? named.quarter ?? 4 : 4;
  return known && known.end + 365.25 * (named.year - known.year) - QUARTER_DAYS * (4 - seats);
}

/** A period as a key names it once it is found. */
export function tokenOf({ start, end }: Period): PeriodToken {
  return start === undefined ? end : `${start}/${end}`;
}
