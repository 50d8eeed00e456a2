import type { DatasetView } from "../data/dataset.ts";
import { dayNumber, dayText } from "../calendar/day.ts";
import { type FactKey, type NamedPeriod, type PeriodToken, readPeriod } from "../data/fact_key.ts";
import type { FactLack } from "../data/metrics/facts.ts";
import { itemOf } from "../data/metrics/items.ts";
import type { FiscalPeriod, Period, Stated, Statements } from "../data/statements.ts";
import { statementsOf } from "./domains/statements.ts";

/** What reports state of a key, or why they do not. */
export interface FactRead {
  readonly stated: Stated | FactLack;
  /** The period it was looked up for; absent where none covers it, and of the twelve months to the newest end. */
  readonly period?: Period;
}

/** The day so many days before the end of a fiscal year whose calendar year is its number. */
const NUMBER_DAYS = 7;
/** A day names a period that ends as near to it. */
const NEAR_DAYS = 10;
const QUARTER_DAYS = 365.25 / 4;

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
  const isBalance = itemOf(item)?.kind === "balance";
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

/** The period that a name means among those that reports cover. */
export function periodOf(
  named: NamedPeriod,
  { years, quarters, balanceDays }: Pick<Statements, "years" | "quarters" | "balanceDays">,
): Period | undefined {
  switch (named.kind) {
    case "flow":
      return { start: named.start, end: named.end };
    case "balance":
      return { end: named.end };
    case "year":
      return named.quarter === undefined
        ? years.find((year) => numberOf(year) === named.year)
        : quarters.find((one) => isQuarter(one, { year: named.year, quarter: named.quarter ?? 1, years }));
    case "part": {
      const last = "day" in named
        ? nearest(quarters, named.day)
        : quarters.find((one) => isQuarter(one, { year: named.year, quarter: named.months === 6 ? 2 : 3, years }));
      const start = last && beginOf(last, years);
      if (last === undefined || start === undefined) return undefined;
      const count = (dayNumber(last.end) - dayNumber(start) + 1) / QUARTER_DAYS;
      return Math.round(count) === named.months / 3 ? { start, end: last.end } : undefined;
    }
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

/** Whether a quarter has a place in a fiscal year, counted from the end of the year before or from its own start. */
function isQuarter(
  { end }: FiscalPeriod,
  { year, quarter, years }: {
    readonly year: number;
    readonly quarter: number;
    readonly years: readonly FiscalPeriod[];
  },
): boolean {
  const own = years.find((one) => numberOf(one) === year);
  const last = years.find((one) => numberOf(one) === year - 1);
  const begin = own === undefined ? last && dayNumber(last.end) : dayNumber(own.start) - 1;
  return begin !== undefined && Math.round((dayNumber(end) - begin) / QUARTER_DAYS) === quarter;
}

/** The first day of the fiscal year that a quarter is in. */
function beginOf({ start, end }: FiscalPeriod, years: readonly FiscalPeriod[]): string | undefined {
  const own = years.find((year) => year.start <= start && end <= year.end);
  const before = years.find((year) => year.end < start);
  return own?.start ?? (before && dayText(dayNumber(before.end) + 1));
}

function nearest(periods: readonly FiscalPeriod[], day: string): FiscalPeriod | undefined {
  const far = ({ end }: FiscalPeriod) => Math.abs(dayNumber(end) - dayNumber(day));
  return periods.filter((one) => far(one) <= NEAR_DAYS).toSorted((one, other) => far(one) - far(other))[0];
}

/** A period as a key names it once it is found. */
export function tokenOf({ start, end }: Period): PeriodToken {
  return start === undefined ? end : `${start}/${end}`;
}
