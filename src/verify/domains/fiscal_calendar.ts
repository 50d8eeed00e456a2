import { dayNumber, dayText } from "../../data/day.ts";
import { ANNUAL_FORMS, ITEM_TAGS, PERIODIC_FORMS } from "../../data/metrics/items.ts";
import type { FiscalPeriod, Period } from "../../data/statements.ts";
import type { Report } from "./reports.ts";

/** Days that a year, a quarter and the first part of a year before its last quarter may have. */
const YEAR = { least: 340, most: 380 };
const QUARTER = { least: 80, most: 116 };

/** Days by which two contexts of one period may differ at its start. */
export const START_SLACK = 7;

/** The fiscal years and quarters that reports name, each list with the newest first. */
export interface FiscalCalendar {
  readonly years: readonly FiscalPeriod[];
  readonly quarters: readonly FiscalPeriod[];
}

/** The calendar behind reports, which come in the order in which they were filed. */
export function calendarOf(reports: readonly Report[]): FiscalCalendar {
  const annual = reports.filter(({ form }) => ANNUAL_FORMS.includes(form));
  const interim = reports.filter(({ form }) => PERIODIC_FORMS.includes(form) && !ANNUAL_FORMS.includes(form));
  const years = distinct(annual.flatMap((report) => newestOf(report, YEAR)));
  const quarters = interim.flatMap((report) => newestOf(report, QUARTER));
  return { years, quarters: distinct([...quarters, ...years.flatMap((year) => lastQuarter(year, reports))]) };
}

/** Calendar days of a period, both ends included. */
export function lengthOf({ start, end }: FiscalPeriod): number {
  return dayNumber(end) - dayNumber(start) + 1;
}

/** Whether two periods end on one day and begin within a week of each other; balances have no start. */
export function isSame(one: Period, other: Period): boolean {
  if (one.end !== other.end) return false;
  if (one.start === undefined || other.start === undefined) return one.start === other.start;
  return Math.abs(dayNumber(one.start) - dayNumber(other.start)) <= START_SLACK;
}

/** The day after. */
export function dayAfter(day: string): string {
  return dayText(dayNumber(day) + 1);
}

/** The newest period of such a length that a report states an item for; of several starts, the usual one. */
function newestOf(report: Report, { least, most }: typeof YEAR): readonly FiscalPeriod[] {
  const periods = flowsOf(report).filter((one) => lengthOf(one) >= least && lengthOf(one) <= most);
  const end = periods.map((one) => one.end).sort().at(-1);
  if (end === undefined) return [];
  const starts = Map.groupBy(periods.filter((one) => one.end === end), ({ start }) => start);
  const [start] =
    [...starts].sort(([one, few], [other, many]) => many.length - few.length || (one < other ? -1 : 1))[0] ??
      [];
  return start === undefined ? [] : [{ start, end }];
}

/** What is left of a year after its first nine months, if any report states a flow of these. */
function lastQuarter(year: FiscalPeriod, reports: readonly Report[]): readonly FiscalPeriod[] {
  const parts = reports.flatMap(flowsOf).filter((one) =>
    Math.abs(dayNumber(one.start) - dayNumber(year.start)) <= START_SLACK && one.end < year.end
  );
  const rests = parts.map(({ end }) => ({ start: dayAfter(end), end: year.end }));
  return rests.filter((one) => lengthOf(one) >= QUARTER.least && lengthOf(one) <= QUARTER.most).slice(0, 1);
}

const flows = new WeakMap<Report, readonly FiscalPeriod[]>();

function flowsOf(report: Report): readonly FiscalPeriod[] {
  const found = flows.get(report) ??
    [...report.facts].filter(([tag]) => ITEM_TAGS.has(tag)).flatMap(([, facts]) =>
      facts.flatMap(({ start, end }) => start === undefined ? [] : [{ start, end }])
    );
  flows.set(report, found);
  return found;
}

/** Newest first; of periods that end within a week of each other, the one named first. */
function distinct(periods: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const kept: FiscalPeriod[] = [];
  for (const one of periods) {
    const isKnown = kept.some(({ end }) => Math.abs(dayNumber(end) - dayNumber(one.end)) <= START_SLACK);
    if (!isKnown) kept.push(one);
  }
  return kept.sort((one, other) => one.end < other.end ? 1 : -1);
}
