import type { PriceLine, PriceRows } from "./price_rows.ts";

/** Rows that are asked for again, so that they show whether what is kept still holds. */
const OVERLAP_ROWS = 6;
/** The newest kept rows may differ: services correct prices in the evening and on the next day. */
const OPEN_ROWS = 2;
/** A factor of one day's dividend is larger; two roundings of one number differ by less. */
const ROUNDING = 1e-7;

/** The first day that must be asked for, so that newer rows can be joined to those kept. */
export function overlapDay({ rows }: PriceRows): string {
  return rows.at(-OVERLAP_ROWS)?.day ?? rows[0]?.day ?? "";
}

/**
 * Joins newer rows to those that are kept. A split or a dividend changes every row before it in a table of adjusted
 * prices, so one settled row that both have with other figures means that all of them are to be asked for again.
 * @returns Undefined where the kept rows do not hold any more, or too few of them were asked for again to tell.
 */
export function joinPrices(kept: PriceRows, newest: PriceRows): PriceRows | undefined {
  const from = newest.rows[0]?.day ?? "";
  const settled = kept.rows.slice(0, -OPEN_ROWS);
  const last = settled.at(-1)?.day ?? "";
  const again = settled.filter(({ day }) => day >= from);
  const stated = newest.rows.filter(({ day }) => day <= last);
  if (kept.header !== newest.header || again.length === 0 || again.length !== stated.length) return undefined;
  if (!again.every((row, at) => isSame(row, stated[at]))) return undefined;
  return { ...newest, rows: [...settled, ...newest.rows.slice(stated.length)] };
}

function isSame(one: PriceLine, other: PriceLine | undefined): boolean {
  if (one.line === other?.line) return true;
  const cells = one.line.split(",");
  const others = other?.line.split(",") ?? [];
  return one.day === other?.day && cells.slice(1).every((cell, at) => isSameNumber(cell, others[at + 1] ?? ""));
}

function isSameNumber(one: string, other: string): boolean {
  if (one === "" || other === "") return one === other;
  return Math.abs(Number(one) - Number(other)) <= ROUNDING * Math.abs(Number(one));
}
