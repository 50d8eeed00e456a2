import type { Operator } from "../../data/metrics/expression.ts";
/** Count, mean and spread of numbers in one pass (Welford 1962). */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared deviations from the mean. */
  readonly squares: number;
}

/** Computes mean and spread in one pass, without summing squares. */
export function moments(values: Iterable<number>): Moments {
  let count = 0;
  let mean = 0;
  let squares = 0;
  for (const value of values) {
    const off = value - mean;
    count += 1;
    mean += off / count;
    squares += off * (value - mean);
  }
  return { count, mean, squares };
}

/** Computes how two numbers vary together, in one pass: sums of the squared deviations of one, and of their products. */
export function comoments(pairs: Iterable<readonly [one: number, other: number]>) {
  let count = 0;
  let meanOne = 0;
  let meanOther = 0;
  let squaresOne = 0;
  let product = 0;
  for (const [one, other] of pairs) {
    count += 1;
    const offOne = one - meanOne;
    const offOther = other - meanOther;
    meanOne += offOne / count;
    meanOther += offOther / count;
    squaresOne += offOne * (one - meanOne);
    product += offOne * (other - meanOther);
  }
  return { count, squaresOne, product };
}

/** Sample standard deviation; NaN for fewer than two values. */
export function sampleDeviation(values: Iterable<number>): number {
  const { count, squares } = moments(values);
  return Math.sqrt(squares / (count - 1));
}

/** Compensated sum (Neumaier 1974). */
export function sum(values: Iterable<number>): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** The `count` smallest values in ascending order, without sorting the rest. */
export function smallest(values: Iterable<number>, count: number): number[] {
  const kept: number[] = [];
  for (const value of values) {
    if (kept.length === count && value >= (kept[count - 1] ?? Infinity)) continue;
    const at = kept.findIndex((one) => one > value);
    kept.splice(at < 0 ? kept.length : at, 0, value);
    kept.length = Math.min(kept.length, count);
  }
  return kept;
}

export function operate(kind: Operator, one: number, other: number): number {
  switch (kind) {
    case "+":
      return one + other;
    case "*":
      return one * other;
    case "/":
      return one / other;
    case ">":
      return one - other > 0 ? 1 : 0;
    case "<":
      return other - one > 0 ? 1 : 0;
    case "<=":
      return other - one >= 0 ? 1 : 0;
    case "-":
      return one - other;
    case "where":
      return other > 0 ? one : NaN;
  }
}
