import type { AboutOf, Criterion } from "../data/about.ts";
import { HAIR } from "../data/metrics/metric.ts";
import { standing } from "./comparison.ts";
import type { CompanyFindings } from "./findings.ts";
import { valueOf } from "./synthesis.ts";

/** From which percentile on a company is in the better third. */
const BETTER_THIRD = 2 / 3;

/** The average percentile of a company by criteria, among those of its answer; `undefined` without one of them. */
export function meanPercentile(
  one: CompanyFindings,
  of: AboutOf<"criteria">,
  found: readonly CompanyFindings[],
): number | undefined {
  const all = percentiles(one, of, found);
  return all && all.reduce((sum, value) => sum + value, 0) / all.length;
}

/** Whether each company is in the better third by every criterion, or none is. */
export function thirdOf(
  all: readonly CompanyFindings[],
  of: AboutOf<"criteria">,
  found: readonly CompanyFindings[],
): "all" | "none" | undefined {
  const isIn = all.map((one) => percentiles(one, of, found)?.every((value) => value >= BETTER_THIRD - HAIR) === true);
  if (isIn.every((one) => one)) return "all";
  return isIn.includes(true) ? undefined : "none";
}

function percentiles(
  one: CompanyFindings,
  { criteria }: AboutOf<"criteria">,
  found: readonly CompanyFindings[],
): readonly number[] | undefined {
  const all = criteria.flatMap((criterion) => percentileBy(criterion, one, found) ?? []);
  return all.length === criteria.length ? all : undefined;
}

function percentileBy(
  { metric, end }: Criterion,
  one: CompanyFindings,
  found: readonly CompanyFindings[],
): number | undefined {
  const value = valueOf(one, metric);
  if (value === undefined) return undefined;
  const { percentile } = standing("peers", value, found.flatMap((other) => valueOf(other, metric) ?? []));
  return end === "highest" ? percentile : 1 - percentile;
}
