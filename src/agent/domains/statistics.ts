import type { Operator } from "../../data/metrics/expression.ts";
/** Values, as they are or in a column. */
export type Numbers = readonly number[] | Float64Array;

/** Arithmetic mean; NaN for an empty list. */
export function mean(values: Numbers): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Sample standard deviation (n - 1), in two passes: a naive single pass loses digits when the mean is large. */
export function sampleDeviation(values: Numbers): number {
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

/** Regression slope: covariance of two lists of equal length over the variance of the second. */
export function slope(dependent: Numbers, independent: Numbers): number {
  const meanOne = mean(dependent);
  const meanOther = mean(independent);
  let together = 0;
  let alone = 0;
  for (const [at, value] of independent.entries()) {
    together += ((dependent[at] ?? NaN) - meanOne) * (value - meanOther);
    alone += (value - meanOther) ** 2;
  }
  return together / alone;
}

/** The middle value, or the mean of the two middle values. */
export function median(values: Numbers): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** On the values of formulas, and of expressions of prices. */
export const OPERATORS: Readonly<Record<Operator, (one: number, other: number) => number>> = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => one / other,
  ">": (one, other) => Number(one > other),
  "<": (one, other) => Number(one < other),
  "<=": (one, other) => Number(one <= other),
  "where": (one, holds) => holds === 1 ? one : NaN,
};
