/** Sweeps of many similar cases: a slice of them each day, all of them at night. */
import COSTS from "./sweeps.json" with { type: "json" };
import { DAY, IS_WHOLE, SEED } from "./lanes.ts";

/** The name of a sweep: a key of `sweeps.json`, which holds what one of its cases costs, in milliseconds. */
export type SweepName = keyof typeof COSTS;

/** What a sweep may take in a day, where a thirtieth of it takes less; a caller may allow a dear one more. */
const BUDGET_MS = 300;
/** A month of days covers a sweep. */
const MOST_SLICES = 30;

/** Into how many slices a sweep is cut: as few as its budget allows, and no more than days in a month. */
export function slicesOf(costMs: number, whole: number, budgetMs = BUDGET_MS): number {
  return Math.max(1, Math.min(MOST_SLICES, whole, Math.ceil(whole * costMs / budgetMs)));
}

/** The cases of a day, spread evenly over the sweep; consecutive days take other ones until all are taken. */
export function slice<T>(cases: readonly T[], slices: number, day: number): readonly T[] {
  return cases.filter((_, at) => at % slices === day % slices);
}

/** The day's cases of a sweep; at night, all. */
export function sweep<T>(name: SweepName, cases: readonly T[], budgetMs = BUDGET_MS): readonly T[] {
  return IS_WHOLE ? cases : slice(cases, slicesOf(COSTS[name], cases.length, budgetMs), DAY);
}

/** The day's share of a number of runs; at night, all. */
export function countOf(name: SweepName, whole: number, budgetMs = BUDGET_MS): number {
  return IS_WHOLE ? whole : Math.ceil(whole / slicesOf(COSTS[name], whole, budgetMs));
}

/** How often fast-check tries a property, and its seed: the day. */
export function runsOf(name: SweepName, whole: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: countOf(name, whole), seed: SEED };
}
