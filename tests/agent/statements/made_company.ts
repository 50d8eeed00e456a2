/** A made company with a fiscal calendar, quarters and reports, and what is true of it. */
import { dayNumber, dayText } from "../../../src/calendar/day.ts";
import type { FiledFact } from "../../../src/data/records.ts";
import { report, type Row } from "./made_reports.ts";

/** How a company reports. */
export interface Calendar {
  /** Month in which its years end, from 1 on. */
  readonly month: number;
  /** Years of 52 or 53 weeks, that end on the last Saturday of the month. */
  readonly isOfWeeks: boolean;
  readonly years: number;
  /** One split on a day within the years, or none. */
  readonly split?: { readonly ratio: number; readonly quarter: number };
  /** What makes the figures. */
  readonly seed: number;
}

/** One quarter as it truly was, its share counts in the shares of its own time. */
export interface Quarter {
  readonly start: string;
  readonly end: string;
  readonly revenue: number;
  readonly income: number;
  readonly cash: number;
  readonly assets: number;
  readonly shares: number;
}

export interface MadeCompany {
  readonly quarters: readonly Quarter[];
  readonly reports: readonly (readonly FiledFact[])[];
  /** First day on which shares traded split. */
  readonly splitDay: string | undefined;
}

const REPORTED_AFTER = { quarter: 35, year: 55 } as const;
const FIRST_YEAR = 2012;

/** Makes the company: reports of each quarter and year, with the same stretches a year earlier beside them. */
export function madeCompany({ month, isOfWeeks, years, split, seed }: Calendar): MadeCompany {
  const ends = Array.from({ length: years + 1 }, (_, at) => yearEnd(FIRST_YEAR + at, { month, isOfWeeks }));
  const quarters = ends.slice(1).flatMap((end, at) =>
    quartersOf(ends[at] ?? "", end, { isOfWeeks, seed: seed + at * 4 })
  );
  const at = split === undefined ? -1 : Math.min(split.quarter, quarters.length - 1);
  const splitQuarter = quarters[at];
  const splitDay = splitQuarter === undefined ? undefined : dayText(dayNumber(splitQuarter.start) + 10);
  const ratio = split?.ratio ?? 1;
  const inTime = quarters.map((one, place) => ({
    ...one,
    shares: at >= 0 && place >= at ? one.shares * ratio : one.shares,
  }));
  const reports = inTime.map((_, place) => reportOf(inTime, place, { ratio, at, day: splitDay }));
  return { quarters: inTime, reports, splitDay };
}

function yearEnd(year: number, { month, isOfWeeks }: Pick<Calendar, "month" | "isOfWeeks">): string {
  const last = Date.UTC(year, month, 0) / 86_400_000;
  return dayText(isOfWeeks ? last - ((last + 5) % 7) : last);
}

function quartersOf(
  before: string,
  end: string,
  { isOfWeeks, seed }: { readonly isOfWeeks: boolean; readonly seed: number },
): readonly Quarter[] {
  const [first, last] = [dayNumber(before) + 1, dayNumber(end)];
  const starts = [0, 1, 2, 3].map((at) => {
    if (isOfWeeks) return first + at * 91; // a 53rd week is one of the last quarter
    const [year = 0, month = 0] = dayText(first).split("-").map(Number);
    return Date.UTC(year, month - 1 + 3 * at, 1) / 86_400_000;
  });
  return starts.map((start, at) => {
    const figure = (least: number, of: number) => least + (Math.imul(seed + at + 1, 2_654_435_761 ^ of) >>> 8) % 1000;
    return {
      start: dayText(start),
      end: dayText(at === 3 ? last : (starts[at + 1] ?? 0) - 1),
      ...{ revenue: figure(5000, 1) * 1e6, income: figure(500, 2) * 1e6, cash: figure(700, 3) * 1e6 },
      ...{ assets: figure(20_000, 4) * 1e6, shares: 840e6 + figure(0, 5) * 1e4 },
    };
  });
}

/** The report after a quarter: of a year after each fourth. Counts are in the shares of its day. */
function reportOf(
  quarters: readonly Quarter[],
  place: number,
  split: { readonly ratio: number; readonly at: number; readonly day: string | undefined },
): readonly FiledFact[] {
  const quarter = quarters[place];
  if (quarter === undefined) return [];
  const isYear = place % 4 === 3;
  const filed = dayText(dayNumber(quarter.end) + (isYear ? REPORTED_AFTER.year : REPORTED_AFTER.quarter));
  const isAfter = split.day !== undefined && filed >= split.day;
  const scale = (of: number) => isAfter && of < split.at ? split.ratio : 1;
  const part = (first: number, last: number, isOfCash: boolean): readonly Row[] => {
    const some = quarters.slice(first, last + 1);
    const [one] = some;
    const end = some.at(-1);
    if (first < 0 || one === undefined || end === undefined) return [];
    const period = `${one.start}/${end.end}`;
    const sum = (of: (one: Quarter) => number) => some.reduce((all, each) => all + of(each), 0);
    const shares = some.reduce((all, each, at) => all + each.shares * scale(first + at), 0) / some.length;
    const income = sum((each) => each.income);
    const cash: Row = ["NetCashProvidedByUsedInOperatingActivities", period, sum((each) => each.cash)];
    const rows: readonly Row[] = [
      ["Revenues", period, sum((each) => each.revenue)],
      ["NetIncomeLoss", period, income],
      ["WeightedAverageNumberOfDilutedSharesOutstanding", period, shares],
      ["EarningsPerShareDiluted", period, Math.round(income / shares * 100) / 100],
    ];
    return isOfCash ? [...rows, cash] : rows;
  };
  const begun = place - place % 4;
  return report(
    `${isYear ? "10-K" : "10-Q"} ${filed}`,
    // a quarterly report states its quarter alone, and cash flows of the year so far only
    ...(isYear ? [] : [...part(place, place, place === begun), ...part(place - 4, place - 4, place === begun)]),
    ...(place === begun ? [] : [...part(begun, place, true), ...part(begun - 4, place - 4, true)]),
    ["Assets", quarter.end, quarter.assets],
  );
}
