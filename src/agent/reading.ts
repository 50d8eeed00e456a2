import type { MetricId } from "../data/claim.ts";
import type { Columns } from "./columns.ts";

/** What keeps a metric from existing, as told in words: figures in prose need a claim, and this has none. */
export type Cause = "history" | "monthly" | "benchmark" | "volume" | "comparison";

/** A metric that does not exist here. */
export interface Lack {
  readonly cause: Cause;
  /** For the tool's output, like `needs 253 bars, has 17`. */
  readonly lacks: string;
}

/** A metric on one day: its value, or what is missing for it. Nothing is ever filled in. */
export type Reading = { readonly value: number } | Lack;

/** Reads one metric as of the bar at a position, looking at no later bar. */
export type Reader = (columns: Columns, position: number) => Reading;

/** Readers by metric. */
export type Readers = Readonly<Partial<Record<MetricId, Reader>>>;

/** How many bars a span has at each frequency. */
export const SPANS = {
  daily: { year: 252, month: 21, mean: 200 },
  monthly: { year: 12, month: 1, mean: 10 },
} as const;

/** What is missing when there are fewer bars than a metric needs; nothing when there are enough. */
export function lackOfBars(needed: number, position: number): Lack | undefined {
  const has = position + 1;
  return has >= needed ? undefined : { cause: "history", lacks: `needs ${needed} bars, has ${has}` };
}

/** A metric that monthly bars are too coarse for. */
export const DAILY_ONLY: Lack = { cause: "monthly", lacks: "needs daily bars, has monthly ones" };

/** A metric that measures against nothing. */
export const NO_BENCHMARK: Lack = { cause: "benchmark", lacks: "needs a benchmark of the same frequency" };

/** A value that came out as no finite number is missing, never 0. */
export function reading(value: number, otherwise: Lack): Reading {
  return Number.isFinite(value) ? { value } : otherwise;
}

/** The last `count` values up to and including a position. */
export function lastOf(values: readonly number[], count: number, position: number): readonly number[] {
  return values.slice(position + 1 - count, position + 1);
}
