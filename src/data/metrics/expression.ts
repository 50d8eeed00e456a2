/**
 * What a measure of prices is made of. `agent/domains/evaluate.ts` and `verify/domains/evaluate.ts` compute it, each with its
 * own arithmetic.
 */

/** A number of bars: of sessions, or a length that daily and monthly bars have by one name. */
export type Length = number | keyof (typeof LENGTHS)["daily"];

/** Sessions of what is recent. */
export const RECENT_BARS = 60;
/** Bars of a length: as many as there are, from the least to the most. */
export const LENGTHS = {
  daily: { month: fixed(21), mean: fixed(200), year: fixed(252), spread: fixed(252), pairs: fixed(252) },
  monthly: {
    month: fixed(1),
    mean: fixed(10),
    year: fixed(12),
    spread: { least: 12, most: 36 },
    pairs: { least: 24, most: 36 },
  },
} as const;

function fixed(bars: number): { readonly least: number; readonly most: number } {
  return { least: bars, most: bars };
}

/** The last values of a column: closes; simple or log returns; close times volume; absolute return over that. */
export interface Column {
  readonly of: "close" | "return" | "log" | "traded" | "impact";
  readonly bars: Length;
  /** Closes beyond the length, or, below 0, how many of its first are left out. Default: 0. */
  readonly more?: number;
}

/** How a measure is computed. */
export type Expression =
  | { readonly kind: "number"; readonly value: number | "bars a year" }
  | { readonly kind: "close"; readonly back: Length }
  | { readonly kind: "mean" | "deviation" | "median" | "highest" | "drawdown"; readonly of: Column }
  /** Of the smallest values the last, or their mean. */
  | { readonly kind: "tail"; readonly of: Column; readonly share: number; readonly pick: "last" | "mean" }
  | { readonly kind: "slope" | "market"; readonly bars: Length }
  | { readonly kind: "root"; readonly of: Expression }
  | { readonly kind: "+" | "-" | "*" | "/"; readonly one: Expression; readonly other: Expression };

/** An operation on two values; a comparison is 1 where it holds, else 0; `where` is the first where the second is 1. */
export type Operator = "+" | "-" | "*" | "/" | ">" | "<" | "<=" | "where";
