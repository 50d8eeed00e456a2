import { isDay } from "../calendar/day.ts";

/**
 * A period as a question names it, or as reports do:
 *
 * - `2016-09-25/2017-09-30`, a flow, and `2017-09-30`, a balance, as reports have them;
 * - `FY2017` and `FY2017Q3`, the fiscal year of that number and a quarter of it; `FY2017M6`, `FY2017M9`, its first six or
 *   nine months; `FY2017H2`, what is left of it after the first six;
 * - `FY`, `FY-2`, `Q`, `Q-1`, the newest known and those so many before it;
 * - `FYto2018-01-28`, `Qto2015-06-27`, `M9to2017-07-01`, the one that ends on a day;
 * - `TTM`, `TTM-1`, the twelve months to the newest period's end, and those a year before;
 * - `END`, `END-1`, a balance at the end of the newest period, and a year before;
 * - `ON2016-11-15`, the newest balance on or before a day.
 *
 * The number of a fiscal year is the calendar year that holds the day seven days before its end: one of 52 or 53 weeks
 * may end in the first days of the next.
 */
export type PeriodToken = string;

/** How many of the first months of a fiscal year reports state. */
export type PartMonths = 6 | 9;

/** A period as a token names it. */
export type NamedPeriod =
  | { readonly kind: "flow"; readonly start: string; readonly end: string }
  | { readonly kind: "balance"; readonly end: string }
  | { readonly kind: "year"; readonly year: number; readonly quarter?: 1 | 2 | 3 | 4 }
  | { readonly kind: "part"; readonly months: PartMonths; readonly year: number }
  | { readonly kind: "part"; readonly months: PartMonths; readonly day: string }
  | { readonly kind: "rest"; readonly year: number }
  | { readonly kind: "newest"; readonly of: "year" | "quarter" | "trailing" | "balance"; readonly back: number }
  | { readonly kind: "ending"; readonly of: "year" | "quarter"; readonly day: string }
  | { readonly kind: "on"; readonly day: string };

const NEWEST = { FY: "year", Q: "quarter", TTM: "trailing", END: "balance" } as const;

/** Reads a period; `undefined` where a text is not one. */
export function readPeriod(token: PeriodToken): NamedPeriod | undefined {
  const [start = "", end = "", ...more] = token.split("/");
  if (isDay(start) && more.length === 0) {
    if (end === "") return token === start ? { kind: "balance", end: start } : undefined;
    return isDay(end) && start <= end ? { kind: "flow", start, end } : undefined;
  }
  const [, year, quarter] = /^FY(\d{4})(?:Q([1-4]))?$/.exec(token) ?? [];
  if (year !== undefined) {
    const number = Number(quarter) as 1 | 2 | 3 | 4;
    return { kind: "year", year: Number(year), ...(quarter !== undefined && { quarter: number }) };
  }
  const [, partYear, part] = /^FY(\d{4})(?:M([69])|H2)$/.exec(token) ?? [];
  if (partYear !== undefined) {
    const year = Number(partYear);
    return part === undefined ? { kind: "rest", year } : { kind: "part", months: monthsOf(part), year };
  }
  const [, months = "", partDay] = /^M([69])to(\d{4}-\d\d-\d\d)$/.exec(token) ?? [];
  if (partDay !== undefined) {
    return isDay(partDay) ? { kind: "part", months: monthsOf(months), day: partDay } : undefined;
  }
  const [, newest, back = "0"] = /^(FY|Q|TTM|END)(?:-([1-9]\d?))?$/.exec(token) ?? [];
  if (newest !== undefined) {
    return { kind: "newest", of: NEWEST[newest as keyof typeof NEWEST], back: Number(back) };
  }
  const [, which, day = ""] = /^(FYto|Qto|ON)(\d{4}-\d\d-\d\d)$/.exec(token) ?? [];
  if (!isDay(day)) return undefined;
  return which === "ON" ? { kind: "on", day } : { kind: "ending", of: which === "Qto" ? "quarter" : "year", day };
}

const monthsOf = (text: string): PartMonths => text === "6" ? 6 : 9;

/** How amounts are shown: in a unit, with so many decimals, or in full. */
export interface FactStyle {
  readonly unit?: "k" | "m" | "bn" | "trn" | "one";
  readonly decimals?: number;
}

/** Reads a style like `bn.1`, `m`, `.2` or `exact`; `undefined` where a text is not one. */
export function readStyle(style: string): FactStyle | undefined {
  if (style === "exact") return { unit: "one" };
  const [, unit, decimals] = /^(k|m|bn|trn|one)?(?:\.([0-6]))?$/.exec(style) ?? [];
  if (unit === undefined && decimals === undefined) return undefined;
  return {
    ...(unit !== undefined && { unit: unit as NonNullable<FactStyle["unit"]> }),
    ...(decimals !== undefined && { decimals: Number(decimals) }),
  };
}
