import type { Cause, PerMetric } from "../../data/metrics/metric.ts";
import type { FiledFact, NamedFiling } from "../../data/records.ts";
import type { Subject } from "./subject.ts";

/** The value of a metric, or why it has none. */
export type Recomputed = number | Cause;

/** A value, and the facts of reports and the filings that it is made of, in the order of its definition. */
export interface Sourced {
  readonly value: number;
  readonly facts: readonly (FiledFact | NamedFiling)[];
}

/** Computes one metric of a company as of the bar at an index; later bars are ignored. */
export type Reader = (subject: Subject, at: number) => Recomputed;

/** Readers by metric. */
export type Readers = PerMetric<Reader>;

/** Computes one metric that is made of what is filed, or any other. */
export type FiledReader = (subject: Subject, at: number) => Recomputed | Sourced;

/** Readers of all kinds by metric. */
export type FiledReaders = PerMetric<FiledReader>;

/** A function of values that may be missing: it is missing when one of them is, for the same reason. */
export function withAll<T extends readonly unknown[]>(
  values: { readonly [K in keyof T]: T[K] | Cause },
  compute: (...present: T) => number,
  otherwise: Cause = "history",
): Recomputed {
  const lack = values.find((one): one is Cause => typeof one === "string");
  if (lack !== undefined) return lack;
  const value = compute(...values as unknown as T);
  return Number.isFinite(value) ? value : otherwise;
}
