import { dayNumber, dayText } from "../../calendar/day.ts";
import { HEADLINES, itemOf } from "../../data/metrics/items.ts";
import type { FiscalPeriod, Statements } from "../../data/statements.ts";
import { isWithin, lengthOf, type Report, WEEK } from "./filed_facts.ts";

/** Days of a year of 52 or 53 weeks, and of quarters: some are of 12, 16 or 17 weeks. */
const YEAR_DAYS = { least: 340, most: 380 } as const;
const QUARTER_DAYS = { least: 80, most: 119 } as const;
/** A stretch of these days is one part of a year that a report covers, like half of it. */
const PART_DAYS = { least: QUARTER_DAYS.least, most: YEAR_DAYS.least - 1 } as const;
/** A year later by the calendar is within these days of a fiscal year later. */
const ANNIVERSARY_DAYS = 10;

const HEADLINE_TAGS: ReadonlySet<string> = new Set(HEADLINES.flatMap((id) => itemOf(id).tags));

const CASH_FLOW_TAGS = itemOf("operating_cash_flow").tags;

/** The periods that reports of a company cover. */
export interface FiscalPeriods extends Pick<Statements, "years" | "quarters" | "soFar"> {
  /** Last days of years, quarters and other parts of a year, the newest first. */
  readonly ends: readonly string[];
  /** Last days of parts of a year that any report states beside its own. */
  readonly partEnds: readonly string[];
}

/**
 * The fiscal years and quarters behind reports, as {@linkcode Statements} defines them.
 * @param reports In the order in which they were filed.
 */
export function fiscalPeriodsOf(reports: readonly Report[]): FiscalPeriods {
  const covered = reports.map((report) => ({ ...report, stretches: stretchesOf(report) }));
  const years = yearsOf(covered.filter(({ isAnnual }) => isAnnual).map(({ stretches }) => stretches));
  const interim = covered.filter(({ isAnnual, isTransition }) => !isAnnual && !isTransition);
  const stated = interim.flatMap(({ stretches }) => comparedOf(stretches, QUARTER_DAYS));
  const fourth = years.flatMap((year) => fourthOf(year, covered.flatMap(({ stretches }) => stretches)));
  const noted = years.flatMap((year) =>
    covered.flatMap(({ isAnnual, stretches }) => isAnnual ? fourOf(year, stretches) : [])
  );
  const quarters = distinct([...stated, ...fourth, ...noted]);
  const parts = interim.flatMap(({ stretches }) => comparedOf(stretches, PART_DAYS));
  const ends = new Set([...years, ...quarters, ...parts].map(({ end }) => end));
  const all = covered.flatMap(({ stretches }) => stretches).filter((one) => isLong(one, PART_DAYS));
  const partEnds = [...new Set(all.map(({ end }) => end))];
  return { years, quarters, soFar: interim.flatMap(yearsSoFar), ends: [...ends].sort().reverse(), partEnds };
}

/** The longest parts of a year for which a report states cash flows. */
function yearsSoFar({ facts }: Report): readonly FiscalPeriod[] {
  const stretches = facts.flatMap(({ tag, start, end }) =>
    start !== undefined && CASH_FLOW_TAGS?.includes(tag) && isLong({ start, end }, PART_DAYS) ? [{ start, end }] : []
  );
  return distinct(stretches.toSorted((one, other) => one.start < other.start ? -1 : 1));
}

/** The stretches of days for which a report states a headline item, once each; of one last day the usual first one. */
function stretchesOf({ facts }: Report): readonly FiscalPeriod[] {
  const counts = new Map<string, { readonly stretch: FiscalPeriod; count: number }>();
  for (const { tag, start, end } of facts) {
    if (start === undefined || !HEADLINE_TAGS.has(tag)) continue;
    const key = `${start}/${end}`;
    const found = counts.getOrInsertComputed(key, () => ({ stretch: { start, end }, count: 0 }));
    found.count += 1;
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count || (one.stretch.start < other.stretch.start ? -1 : 1))
    .map(({ stretch }) => stretch);
}

function newestOf(stretches: readonly FiscalPeriod[], days: Span): FiscalPeriod | undefined {
  return stretches.filter((one) => isLong(one, days))
    .reduce<FiscalPeriod | undefined>(
      (newest, one) => newest === undefined || one.end > newest.end ? one : newest,
      undefined,
    );
}

interface Span {
  readonly least: number;
  readonly most: number;
}

function isLong(stretch: FiscalPeriod, { least, most }: Span): boolean {
  const days = lengthOf(stretch);
  return days >= least && days <= most;
}

/** The newest year of each annual report, and the years before it that the report compares it with. */
function yearsOf(annual: readonly (readonly FiscalPeriod[])[]): readonly FiscalPeriod[] {
  const newest = distinct(annual.flatMap((stretches) => newestOf(stretches, YEAR_DAYS) ?? []));
  const earlier = annual.flatMap((stretches) => {
    const own = newestOf(stretches, YEAR_DAYS);
    return own === undefined ? [] : yearsBefore(own, stretches);
  });
  const compared = earlier.filter((one) => !newest.some((year) => isOverlap(one, year)));
  return distinct([...newest, ...compared]);
}

function yearsBefore(year: FiscalPeriod, stretches: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const eve = dayText(dayNumber(year.start) - 1);
  const before = stretches.find((one) => isLong(one, YEAR_DAYS) && isWithin(WEEK, one.end, eve));
  return before === undefined ? [] : [before, ...yearsBefore(before, stretches)];
}

/** Whether two years share more days than those by which one year's days may differ between reports. */
function isOverlap(one: FiscalPeriod, other: FiscalPeriod): boolean {
  const shared = Math.min(dayNumber(one.end), dayNumber(other.end)) -
    Math.max(dayNumber(one.start), dayNumber(other.start)) + 1;
  return shared > WEEK;
}

/** The newest stretch of a length in a report, and the one a year before with which it is compared. */
function comparedOf(stretches: readonly FiscalPeriod[], days: Span): readonly FiscalPeriod[] {
  const newest = newestOf(stretches, days);
  if (newest === undefined) return [];
  const before = stretches.find((one) =>
    isLong(one, days) && isWithin(ANNIVERSARY_DAYS, one.end, yearsEarlier(newest.end, 1))
  );
  return before === undefined ? [newest] : [newest, before];
}

/** What is left of a year after its first nine months. */
function fourthOf(year: FiscalPeriod, stretches: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const rests = stretches.filter(({ start, end }) => end < year.end && isWithin(WEEK, start, year.start))
    .map(({ end }) => ({ start: dayText(dayNumber(end) + 1), end: year.end }));
  return rests.filter((rest) => isLong(rest, QUARTER_DAYS)).slice(0, 1);
}

/** The four quarters that an annual report states of a year, if they are all of it. */
function fourOf({ start, end }: FiscalPeriod, stretches: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const quarters = stretches.filter((one) => isLong(one, QUARTER_DAYS));
  const four: FiscalPeriod[] = [];
  for (let day = dayNumber(start); four.length < 4; day = dayNumber(four.at(-1)?.end ?? end) + 1) {
    const next = quarters.find((one) => isWithin(WEEK, one.start, dayText(day)));
    if (next === undefined) return [];
    four.push(next);
  }
  return isWithin(WEEK, four.at(-1)?.end ?? "", end) ? four : [];
}

/** The same date so many years before; of 29 February the day before it. */
function yearsEarlier(day: string, years: number): string {
  const earlier = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  return day.endsWith("-02-29") && years % 4 !== 0 ? earlier.replace("-29", "-28") : earlier;
}

/** Newest first; of periods that end within a week of each other the first that is named. */
function distinct(periods: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const kept: FiscalPeriod[] = [];
  for (const one of periods) {
    if (!kept.some(({ end }) => isWithin(WEEK, end, one.end))) kept.push(one);
  }
  return kept.sort((one, other) => one.end < other.end ? 1 : -1);
}

/** Twelve months as reports cover them: a fiscal year, or one with the part since, less the same part a year earlier. */
export interface TwelveMonths {
  readonly year: FiscalPeriod;
  /** Absent where the twelve months are the year. */
  readonly since?: FiscalPeriod;
  readonly before?: FiscalPeriod;
  /** The four quarters, the newest first, where each is known. */
  readonly quarters: readonly FiscalPeriod[];
}

/** The last day of the newest period that reports cover, or of the one that ended so many years before. */
export function endOf({ ends }: FiscalPeriods, yearsBack: number): string | undefined {
  const [newest] = ends;
  return newest === undefined || yearsBack === 0 ? newest : nearest(ends, yearsEarlier(newest, yearsBack));
}

/** The twelve months to the end of the newest period, or so many years before. */
export function twelveMonths(periods: FiscalPeriods, yearsBack: number): TwelveMonths | undefined {
  const { years, quarters, ends, partEnds } = periods;
  const end = endOf(periods, yearsBack);
  const year = end === undefined ? undefined : years.find((one) => one.end <= end);
  if (end === undefined || year === undefined) return undefined;
  const at = quarters.findIndex((one) => one.end === end);
  const four = at < 0 ? [] : chained(quarters.slice(at, at + 4));
  if (year.end === end) return { year, quarters: four };
  const last = nearest([...ends, ...partEnds], yearsEarlier(end, 1));
  if (last === undefined || last <= year.start) return undefined;
  const since = { start: dayText(dayNumber(year.end) + 1), end };
  return { year, since, before: { start: year.start, end: last }, quarters: four };
}

/** Four quarters of which each begins where the one before it ends. */
function chained(quarters: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const isChain = quarters.every(({ end }, at) => {
    const next = quarters[at - 1];
    return next === undefined || isWithin(1, end, dayText(dayNumber(next.start) - 1));
  });
  return quarters.length === 4 && isChain ? quarters : [];
}

function nearest(days: readonly string[], wanted: string): string | undefined {
  const distance = (day: string) => Math.abs(dayNumber(day) - dayNumber(wanted));
  return days.filter((day) => distance(day) <= ANNIVERSARY_DAYS)
    .sort((one, other) => distance(one) - distance(other) || (one < other ? 1 : -1))[0];
}
