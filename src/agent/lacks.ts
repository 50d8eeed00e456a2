import type { Vocabulary } from "../data/vocabulary.ts";
import type { Cause, MetricId } from "../data/metrics/metric.ts";
import type { CompanyFindings, DomainFinding } from "./findings.ts";

/** A metric that is missing, or has nothing to compare it with. */
export interface MetricLack {
  readonly metric: MetricId;
  readonly cause: Cause;
}

const known = new WeakMap<CompanyFindings, readonly MetricLack[]>();

/** What is missing of a company, of the metrics whose absence is said. */
export function lacksOf(findings: CompanyFindings, { metrics }: Vocabulary): readonly MetricLack[] {
  const lacks = known.get(findings) ??
    findings.domains.flatMap(lacksIn).filter(({ metric }) => metrics[metric]?.missing !== undefined);
  known.set(findings, lacks);
  return lacks;
}

/** Why a measure of a company is missing, or has nothing to compare it with; `undefined` when it is there. */
export function lackOf(metric: MetricId, { domains }: CompanyFindings): Cause | undefined {
  return domains.flatMap(lacksIn).find((one) => one.metric === metric)?.cause;
}

function lacksIn({ missing, measures }: DomainFinding): readonly MetricLack[] {
  return [
    ...missing,
    ...measures.flatMap(({ metric, unscored }) => unscored ? [{ metric, cause: unscored.cause }] : []),
  ];
}
