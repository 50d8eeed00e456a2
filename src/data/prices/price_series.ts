import type { Bar, Frequency, PriceSeries } from "../dataset.ts";
import { daysBetween } from "../day.ts";
import type { PriceRow } from "./price_row.ts";

/** Largest median gap of a daily series, weekends and holidays included. */
const MAX_DAILY_GAP_DAYS = 4;
const MIN_MONTHLY_GAP_DAYS = 20;
const MAX_MONTHLY_GAP_DAYS = 45;
/** Enough to tell daily from monthly bars; parsing dates is slow. */
const MAX_DAYS_LOOKED_AT = 61;

/** The rows of one ticker in one file, in order of day, one per day. */
export interface TickerTable {
  readonly ticker: string;
  readonly rows: readonly (readonly [day: string, row: PriceRow])[];
  readonly currency: string;
  readonly source: string;
}

/** The series of one ticker in one file, or why there is none. */
export interface SeriesOfTicker {
  readonly series: readonly PriceSeries[];
  /** Whether bars dated on the first of a month were moved to its end. */
  readonly isMoved: boolean;
  /** Why there is no series. */
  readonly refusal?: string;
}

/** Makes the price series and the total return series of a ticker. */
export function makeSeries(table: TickerTable): SeriesOfTicker {
  const days = table.rows.map(([day]) => day);
  const frequency = frequencyOf(days);
  if (frequency === undefined) {
    return {
      series: [],
      isMoved: false,
      refusal: "neither daily nor monthly bars",
    };
  }
  const isMoved = frequency === "monthly" && isStampedOnFirst(days);
  const kept = isMoved ? withoutOpenMonth(table.rows) : table.rows;
  const bars = (pick: (row: PriceRow) => Bar | undefined) => {
    const found = kept.flatMap(([, row]) => pick(row) ?? []);
    return frequency === "monthly" ? toMonthEnds(found, isMoved) : found;
  };
  const { ticker, currency, source } = table;
  const base = { ticker, frequency, currency, source };
  const series: PriceSeries[] = [
    { ...base, basis: "price", bars: bars((row) => row.price) },
    { ...base, basis: "total_return", bars: bars((row) => row.adjusted) },
  ];
  return { series: series.filter((one) => one.bars.length > 0), isMoved };
}

function frequencyOf(days: readonly string[]): Frequency | undefined {
  const newest = days.slice(-MAX_DAYS_LOOKED_AT);
  const gaps = newest.slice(1).map((day, at) => daysBetween(newest[at] ?? day, day));
  gaps.sort((one, other) => one - other);
  const median = gaps[Math.floor(gaps.length / 2)] ?? 1;
  if (median <= MAX_DAILY_GAP_DAYS) return "daily";
  return median > MIN_MONTHLY_GAP_DAYS && median <= MAX_MONTHLY_GAP_DAYS ? "monthly" : undefined;
}

/** Ignores the last bar: a service that dates a month's close on its first day appends today's. */
function isStampedOnFirst(days: readonly string[]): boolean {
  return days.slice(0, -1).every((day) => day.endsWith("-01"));
}

/** Drops the last month if its last bar is not on the first, which means the month is unfinished. */
function withoutOpenMonth(rows: TickerTable["rows"]): TickerTable["rows"] {
  const last = rows.at(-1)?.[0] ?? "";
  return last.endsWith("-01") ? rows : rows.filter(([day]) => day.slice(0, 7) !== last.slice(0, 7));
}

/** Moves bars to the last trading day of their month; of two on one day, the later row is kept. */
function toMonthEnds(bars: readonly Bar[], isMoved: boolean): Bar[] {
  const byDay = new Map<string, Bar>();
  for (const bar of bars) {
    const end = lastTradingDay(bar.date.slice(0, 7));
    const date = isMoved || bar.date > end ? end : bar.date;
    byDay.set(date, { ...bar, date });
  }
  return [...byDay.values()];
}

const FRIDAY = 5;
const MONDAY = 1;

/**
 * The last trading day of a month on the New York Stock Exchange.
 * Only two holidays can be a month's last weekday: Good Friday and Memorial Day. New Year's Day is
 * never observed in December, and no unscheduled closing since 1950 fell on a month's last day.
 * @param month Like `2017-12`.
 * @returns Like `2017-12-29`.
 */
export function lastTradingDay(month: string): string {
  const year = Number(month.slice(0, 4));
  const day = new Date(Date.UTC(year, Number(month.slice(5, 7)), 0));
  while (!isTradingDay(day)) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

function isTradingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday === 0 || weekday > FRIDAY) return false;
  const isMemorialDay = day.getUTCMonth() === 4 && weekday === MONDAY &&
    day.getUTCDate() >= 25;
  return !isMemorialDay && day.getTime() !== goodFriday(day.getUTCFullYear());
}

/** Two days before Easter by the anonymous Gregorian rule (Nature, 20 April 1876; Meeus 1991). */
function goodFriday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - f + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1 - 2);
}
