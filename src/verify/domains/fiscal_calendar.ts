import { daysLater } from "../../calendar/day.ts";
import type { Statements } from "../../data/statements.ts";
import { ANNUAL_FORMS, HEADLINES, itemOf } from "../../data/metrics/items.ts";
import type { FiscalPeriod } from "../../data/statements.ts";
import { daysApart, isNear, lengthOf, mostOf, type Report, SLACK_DAYS, yearsBefore } from "./reports.ts";

/** The fiscal years and quarters that reports name, each list with the newest first, and years so far. */
export type FiscalCalendar = Pick<Statements, "years" | "quarters" | "soFar">;

/** A fiscal year and its first three quarters. */
export interface YearAndQuarters {
  readonly year: FiscalPeriod;
  readonly quarters: readonly FiscalPeriod[];
}

/** Days that a fiscal year and a quarter may have: of 52 and 53 weeks, and of 12 to 17 weeks. */
const YEAR = { least: 340, most: 380 };
const QUARTER = { least: 80, most: 119 };

/** Days by which the same quarter of two years may end apart. */
const ANNIVERSARY_DAYS = 10;

const HEADLINE_TAGS: readonly string[] = HEADLINES.flatMap((id) => itemOf(id).tags);

/** The calendar behind reports, which come in the order in which they were filed. */
export function calendarOf(reports: readonly Report[]): FiscalCalendar {
  const stretches = new Map(reports.map((report) => [report, stretchesOf(report)]));
  const of = (report: Report) => stretches.get(report) ?? [];
  const annual = reports.filter(isAnnual);
  const interim = reports.filter((report) => !isAnnual(report));
  const years = yearsOf(annual.map(of));
  const lastQuarters = years.flatMap((year) => lastQuarter(year, reports.flatMap(of)));
  const noted = annual.flatMap((report) => years.flatMap((year) => fourOf(year, of(report))));
  const quarters = distinct([...interim.flatMap((report) => quartersOf(of(report))), ...lastQuarters, ...noted]);
  return { years, quarters, soFar: interim.flatMap(yearsSoFar) };
}

/** To each day for which a report states cash flows over less than a year, the first day that it names. */
function yearsSoFar({ facts }: Report): readonly FiscalPeriod[] {
  const spans = itemOf("operating_cash_flow").tags.flatMap((tag) => facts.get(tag) ?? []).flatMap(spanOf);
  const parts = spans.filter((one) => isAbout(one, { least: QUARTER.least, most: YEAR.least - 1 }));
  const starts = Map.groupBy(parts, ({ end }) => end);
  return [...starts].map(([end, of]) => ({ start: of.map(({ start }) => start).sort()[0] ?? end, end }));
}

/** The day of a list that is nearest to the same date so many years before another, if one is near; the later of two. */
export function anniversaryOf(day: string, years: number, days: readonly string[]): string | undefined {
  const wanted = yearsBefore(day, years);
  const near = days.filter((one) => isNear(one, wanted, ANNIVERSARY_DAYS));
  return near.toSorted((one, other) => daysApart(one, wanted) - daysApart(other, wanted) || (one < other ? 1 : -1))[0];
}

/** The quarter that ends on a day and those right before it, the newest first, up to four of them. */
export function quartersTo(day: string, { quarters }: FiscalCalendar): readonly FiscalPeriod[] {
  const found = quarters.filter(({ end }) => end === day);
  for (const one of quarters) {
    const last = found.at(-1);
    if (found.length < 4 && last !== undefined && isNear(daysLater(one.end, 1), last.start)) found.push(one);
  }
  return found;
}

/** The first three quarters of the year that ends with another, in order of time; nothing where one of them is unknown. */
export function quartersBefore({ start, end }: FiscalPeriod, calendar: FiscalCalendar): YearAndQuarters | undefined {
  const year = calendar.years.find((one) => one.end === end);
  const before = calendar.quarters.find((one) => isNear(daysLater(one.end, 1), start));
  const quarters = before === undefined ? [] : quartersTo(before.end, calendar).slice(0, 3).toReversed();
  const [first] = quarters;
  const isWhole = quarters.length === 3 && year !== undefined && first !== undefined && isNear(first.start, year.start);
  return isWhole ? { year, quarters } : undefined;
}

function isAnnual({ form }: Report): boolean {
  return ANNUAL_FORMS.includes(form);
}

/** The stretches of days for which a report states a headline, the newest first; each end with its usual start. */
function stretchesOf({ facts }: Report): readonly FiscalPeriod[] {
  const all = Map.groupBy([...facts.values()].flat().flatMap(spanOf), ({ end }) => end);
  const named = HEADLINE_TAGS.flatMap((tag) => facts.get(tag) ?? []).flatMap(spanOf);
  const byName = new Map(named.map((one) => [`${one.end}/${one.start}`, one]));
  for (const [name, { start, end }] of byName) {
    const starts = (all.get(end) ?? []).map((one) => one.start).filter((one) => isNear(one, start));
    byName.set(name, { start: mostOf(starts) ?? start, end });
  }
  const spans = new Map([...byName.values()].map((one) => [`${one.end}/${one.start}`, one]));
  return [...spans].sort(([one], [other]) => one < other ? 1 : -1).map(([, span]) => span);
}

function spanOf({ start, end }: { readonly start?: string; readonly end: string }): readonly FiscalPeriod[] {
  return start === undefined ? [] : [{ start, end }];
}

function isAbout(span: FiscalPeriod, { least, most }: typeof YEAR): boolean {
  const days = lengthOf(span);
  return days >= least && days <= most;
}

/** The newest year of each report, and those right before it that no other report's newest crosses. */
function yearsOf(reports: readonly (readonly FiscalPeriod[])[]): readonly FiscalPeriod[] {
  const chains = reports.map((spans) => chainOf(spans.filter((one) => isAbout(one, YEAR))));
  const newest = chains.flatMap(([first]) => first ?? []);
  return distinct(chains.flatMap(([first, ...earlier]) => {
    const kept = earlier.filter((one) => !newest.some((other) => isCrossing(one, other)));
    return first === undefined ? [] : [first, ...kept];
  }));
}

/** The first of them, and of the others each that ends where the one after it begins. */
function chainOf(years: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const chain = years.slice(0, 1);
  for (const year of years) {
    const last = chain.at(-1);
    if (last !== undefined && isNear(daysLater(year.end, 1), last.start)) chain.push(year);
  }
  return chain;
}

/** Whether two years share more than a few days and are not one. */
function isCrossing(one: FiscalPeriod, other: FiscalPeriod): boolean {
  if (isNear(one.end, other.end)) return false;
  const start = one.start > other.start ? one.start : other.start;
  const end = one.end < other.end ? one.end : other.end;
  return start <= end && lengthOf({ start, end }) > SLACK_DAYS;
}

/** The newest quarter of a report, and the same quarter a year before. */
function quartersOf(spans: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const [newest, ...others] = spans.filter((one) => isAbout(one, QUARTER));
  if (newest === undefined) return [];
  const before = anniversaryOf(newest.end, 1, others.map(({ end }) => end));
  return [newest, ...others.filter(({ end }) => end === before).slice(0, 1)];
}

/** What is left of a year after its first nine months. */
function lastQuarter(year: FiscalPeriod, spans: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const parts = spans.filter(({ start, end }) => isNear(start, year.start) && end < year.end);
  const rests = parts.map(({ end }) => ({ start: daysLater(end, 1), end: year.end }));
  return rests.filter((one) => isAbout(one, QUARTER)).slice(0, 1);
}

/** A year's quarters, from the last back, where one report names all four. */
function fourOf(year: FiscalPeriod, spans: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const all = [year.end];
  const found = spans.filter((one) => {
    const isNext = all.length <= 4 && isAbout(one, QUARTER) && isNear(one.end, all.at(-1) ?? "");
    if (isNext) all.push(daysLater(one.start, -1));
    return isNext;
  });
  return found.length === 4 && isNear(found.at(-1)?.start ?? "", year.start) ? found : [];
}

/** Newest first; of periods that end within a week of each other, the one named first. */
function distinct(periods: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const kept: FiscalPeriod[] = [];
  for (const one of periods) if (!kept.some(({ end }) => isNear(end, one.end))) kept.push(one);
  return kept.sort((one, other) => one.end < other.end ? 1 : -1);
}
