import type { Cause, MetricId } from "../data/metrics/metric.ts";
import type { CompanyFindings } from "./findings.ts";

/** Why a measure of a company is missing, or has nothing to compare it with; `undefined` when it is there. */
export function lackOf(metric: MetricId, { domains }: CompanyFindings): Cause | undefined {
  for (const { missing, measures } of domains) {
    const lack = missing.find((one) => one.metric === metric);
    const cause = lack?.cause ?? measures.find((one) => one.metric === metric)?.unscored?.cause;
    if (cause !== undefined) return cause;
  }
  return undefined;
}
