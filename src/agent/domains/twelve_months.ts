import { dayNumber, dayText } from "../../calendar/day.ts";
import type { FiscalPeriod } from "../../data/statements.ts";
import { isWithin } from "./filed_facts.ts";
import { ANNIVERSARY_DAYS, type FiscalPeriods, yearsEarlier } from "./fiscal_periods.ts";

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
