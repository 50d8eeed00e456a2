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
  | { readonly kind: "mean" | "deviation" | "median" | "highest" | "fall"; readonly of: Column }
  /** Of the smallest values the last, or their mean. */
  | { readonly kind: "tail"; readonly of: Column; readonly share: number; readonly pick: "last" | "mean" }
  | { readonly kind: "slope" | "market"; readonly bars: Length }
  | { readonly kind: "root"; readonly of: Expression }
  | { readonly kind: "+" | "-" | "*" | "/"; readonly one: Expression; readonly other: Expression };

const number = (value: number | "bars a year"): Expression => ({ kind: "number", value });
const two = (kind: "+" | "-" | "*" | "/") => (one: Expression, other: Expression): Expression => ({ kind, one, other });

export const minus = two("-");
export const times = two("*");
export const over = two("/");
/** The close so many bars before the last. */
export const close = (back: Length = 0): Expression => ({ kind: "close", back });
export const closes = (bars: Length, more = 0): Column => ({ of: "close", bars, more });
export const column = (of: Column["of"], bars: Length): Column => ({ of, bars });
export const mean = (of: Column): Expression => ({ kind: "mean", of });
export const median = (of: Column): Expression => ({ kind: "median", of });
export const highest = (of: Column): Expression => ({ kind: "highest", of });
/** The deepest fall from the highest close before, 0 or less. */
export const fall = (of: Column): Expression => ({ kind: "fall", of });
export const scaled = (one: Expression, by: number): Expression => times(one, number(by));
export const less1 = (one: Expression): Expression => minus(one, number(1));
/** One close over another, less 1. */
export const change = (from: Length, to: Length = 0): Expression => less1(over(close(to), close(from)));
/** The benchmark's return between the days of two closes. */
export const market = (bars: Length): Expression => ({ kind: "market", bars });
/** Of returns on the benchmark's. */
export const slope = (bars: Length): Expression => ({ kind: "slope", bars });
/** Sample standard deviation of log returns, for a year. */
export const yearly = (bars: Length): Expression =>
  times({ kind: "deviation", of: column("log", bars) }, { kind: "root", of: number("bars a year") });
/** The worst returns of a share of the days. */
export const tail = (bars: Length, share: number, pick: "last" | "mean"): Expression => ({
  kind: "tail",
  of: column("return", bars),
  share,
  pick,
});
