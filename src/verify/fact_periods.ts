import { dayNumber } from "../calendar/day.ts";
import type { FactKey } from "../data/about.ts";
import { type NamedPeriod, readPeriod } from "../data/fact_period.ts";
import { itemOf } from "../data/metrics/items.ts";
import { DUE_DAYS } from "../data/metrics/reports.ts";
import type { FiscalPeriod, NotReported, Period, Reported, Statements } from "../data/statements.ts";

/** What the verifier finds for a key: the figure, and the period that it looked at, or why it is missing. */
export type FactFound =
  | { readonly stated: Reported; readonly period: Period; readonly isTrailing: boolean }
  | { readonly lack: NotReported | "period" };

/** Looks a key up, for its own period or for the earlier one of a change. */
export function findFact(key: FactKey, token: string, statements: Statements): FactFound {
  const named = readPeriod(token);
  const item = itemOf(key.item);
  if (named === undefined || item === undefined) return { lack: "period" };
  if (statements.years.length === 0 && statements.quarters.length === 0) return { lack: "filings" };
  if (named.kind === "newest" && (named.of === "trailing" || named.of === "balance")) {
    const isFlow = item.kind === "flow";
    const stated = isFlow ? statements.trailing(key.item, named.back) : statements.balance(key.item, named.back);
    if (typeof stated === "string") return { lack: stated };
    return { stated, period: { end: lastEnd(stated) }, isTrailing: isFlow };
  }
  const covered = meantBy(named, statements);
  if (covered === undefined || item.kind === "flow" && covered.start === undefined) return { lack: "period" };
  const period = item.kind === "flow" ? covered : { end: covered.end };
  const stated = statements.stated(key.item, period, key.version);
  return typeof stated === "string" ? { lack: stated } : { stated, period, isTrailing: false };
}

/** The last day of the facts behind a figure. */
export function lastEnd({ facts }: Reported): string {
  return facts.reduce((last, { end }) => end > last ? end : last, "");
}

/** The fiscal period that is meant, from a scan of all that are covered. */
export function meantBy(named: NamedPeriod, statements: Statements): Period | undefined {
  if (named.kind === "flow") return { start: named.start, end: named.end };
  if (named.kind === "balance") return { end: named.end };
  if (named.kind === "on") {
    const periods = statements.years.concat(statements.quarters).map(({ end }) => end);
    const ends = periods.concat(statements.balanceDays).filter((end) => end <= named.day);
    return ends.length === 0 ? undefined : { end: ends.sort()[ends.length - 1] ?? "" };
  }
  if (named.kind === "year") {
    if (named.quarter === undefined) return statements.years.find((one) => calendarYear(one.end) === named.year);
    return statements.quarters.find((one) => seatOf(one, statements) === `${named.year} ${named.quarter}`);
  }
  if (named.kind === "rest") return secondHalf(String(named.year), statements);
  if (named.kind === "part") {
    const quarter = named.months / 3;
    const ends = statements.quarters.filter((one) =>
      "day" in named ? gap(one, named.day) <= 10 : seatOf(one, statements) === `${named.year} ${quarter}`
    );
    const [last] = "day" in named ? ends.sort((one, other) => gap(one, named.day) - gap(other, named.day)) : ends;
    const [year = "", seat] = last ? seatOf(last, statements).split(" ") : [];
    if (quarter === 2 && seat === "4") return secondHalf(year, statements);
    const start = last && firstDay(last, statements);
    return last && start && seat === String(quarter) ? { start, end: last.end } : undefined;
  }
  const list = named.of === "quarter" ? statements.quarters : statements.years;
  if (named.kind === "newest") return list.at(named.back);
  let best: FiscalPeriod | undefined;
  for (const one of list) {
    if (gap(one, named.day) <= 10 && (!best || gap(one, named.day) < gap(best, named.day))) best = one;
  }
  return best;
}

function gap({ end }: FiscalPeriod, day: string): number {
  return Math.abs(dayNumber(end) - dayNumber(day));
}

/** The calendar year of a fiscal year, which may end in the first week of the next. */
export function calendarYear(end: string): number {
  const date = new Date(`${end}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 7);
  return date.getUTCFullYear();
}

/** The fiscal year of a quarter, and its place in it: `2015 3`; nothing where no report tells. */
export function seatOf(quarter: FiscalPeriod, covered: Pick<Statements, "years" | "soFar">): string {
  const first = firstDay(quarter, covered);
  if (first === undefined) return "";
  const own = covered.years.find((year) => year.start === first)?.end ?? addDays(first, 364);
  return `${calendarYear(own)} ${Math.round(4 * (dayNumber(quarter.end) - dayNumber(first) + 1) / 365.25)}`;
}

/** The first day of the fiscal year of a quarter: of one that is known, the day after one, or of the year so far. */
function firstDay({ end }: FiscalPeriod, { years, soFar }: Pick<Statements, "years" | "soFar">): string | undefined {
  const own = years.find((year) => year.start <= end && end <= addDays(year.end, 7));
  if (own !== undefined) return own.start;
  const last = years.find((year) => year.end < end && end <= addDays(year.end, 380));
  return last === undefined ? soFar.find((one) => one.end === end)?.start : addDays(last.end, 1);
}

/** From the day after a year's second quarter to its end. */
function secondHalf(year: string, statements: Statements): Period | undefined {
  const second = statements.quarters.find((one) => seatOf(one, statements) === `${year} 2`);
  const whole = statements.years.find(({ end }) => String(calendarYear(end)) === year);
  return second && whole && { start: addDays(second.end, 1), end: whole.end };
}

/** Why reports cover no period of a name: what they cover ends before it, as it must or long before the day, or it does not. */
export function missing(token: string, statements: Statements, asOf: string): "period" | "ended" | "absent" {
  const { years, quarters } = statements;
  const newest = [...years, ...quarters].reduce((last, { end }) => end > last ? end : last, "");
  const due = wouldEnd(readPeriod(token), statements);
  if (due === undefined || due <= addDays(newest, 45)) return "absent";
  return isOld(statements, asOf) ? "ended" : "period";
}

/** Whether what reports cover ends long before a day. */
export function isOld({ years, quarters }: Statements, asOf: string): boolean {
  const most = quarters.length > 0 ? DUE_DAYS.other : DUE_DAYS.annual;
  return [...years, ...quarters].every(({ end }) => addDays(end, most) < asOf);
}

/** The last day that a name would have, counted in months from the end of a fiscal year that is known. */
function wouldEnd(named: NamedPeriod | undefined, statements: Statements): string | undefined {
  if (named === undefined || named.kind === "newest") return undefined;
  if (named.kind === "flow" || named.kind === "balance") return named.end;
  if ("day" in named) return named.day;
  const [first] = statements.quarters;
  const begin = first && firstDay(first, statements);
  const end = statements.years[0]?.end ?? (begin && addDays(begin, 364));
  if (end === undefined) return undefined;
  const back = named.kind === "rest" ? 0 : named.kind === "part" ? 12 - named.months : 12 - 3 * (named.quarter ?? 4);
  const day = new Date(`${end.slice(0, 7)}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 12 * (named.year - calendarYear(end)) - back);
  return addDays(day.toISOString().slice(0, 10), Number(end.slice(8)) - 1);
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}
