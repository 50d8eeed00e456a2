import type { PriceRow } from "./check_rows.ts";

/** Rows of a line, thinned out to what a picture shows. */
export interface ThinRows {
  readonly rows: readonly PriceRow[];
  /** Which closes are left; undefined for all of them. */
  readonly left?: "week" | "month" | "year" | undefined;
}

/** About twelve years of days: more are closer than the pixels of a picture, and a saved notebook holds every one. */
const MAX_POINTS = 3_000;

/**
 * Keeps the last close of each week, month or year when there are more rows than a picture shows, and with them the
 * first close, the highest and lowest, and the two ends of the deepest fall. Figures are computed before this.
 * @param days Days whose closes are kept too; a day without one keeps the last close before it.
 */
export function thinOut(rows: readonly PriceRow[], days: readonly string[] = []): ThinRows {
  if (rows.length <= MAX_POINTS) return { rows };
  const kept = new Set([...remarkable(rows), ...days.map((day) => rows.findLast(({ date }) => date <= day))]);
  for (const left of ["week", "month", "year"] as const) {
    const keyOf = KEYS[left];
    const thin = rows.filter((row, at) => kept.has(row) || keyOf(row.date) !== keyOf(rows[at + 1]?.date ?? ""));
    if (thin.length <= MAX_POINTS || left === "year") return { rows: thin, left };
  }
  return { rows };
}

const WEEK_MS = 7 * 86_400_000;
/** A Monday; weeks end on Sunday. */
const MONDAY = Date.parse("1900-01-01");

const KEYS = {
  week: (date: string) => String(Math.floor((Date.parse(date) - MONDAY) / WEEK_MS)),
  month: (date: string) => date.slice(0, 7),
  year: (date: string) => date.slice(0, 4),
} as const;

function remarkable(rows: readonly PriceRow[]): readonly (PriceRow | undefined)[] {
  const lowest = (value: (row: PriceRow) => number) => rows.reduce((low, row) => value(row) < value(low) ? row : low);
  const deepest = lowest(({ drawdown }) => drawdown);
  const peak = rows.slice(0, rows.indexOf(deepest) + 1).findLast(({ drawdown }) => drawdown === 0);
  const first = rows[0];
  const low = lowest(({ close }) => close);
  const high = lowest(({ close }) => -close);
  return [first, low, high, deepest, peak];
}
