import type { DatasetView } from "../data/dataset.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { compare, type PeerRank } from "./comparison.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Knowledge } from "./domains/reading.ts";
import { measuresOf } from "./synthesis.ts";

/**
 * Where a company's measure stands: as it was found for one that is scored, compared on demand for any other.
 * @returns `undefined` where the measure is missing, or there is nothing to compare it with.
 */
export function peerRankOf(
  metric: MetricId,
  findings: CompanyFindings,
  { view, knowledge }: { readonly view: DatasetView; readonly knowledge: Knowledge },
): PeerRank | undefined {
  const measure = measuresOf(findings).find((one) => one.metric === metric);
  if (measure === undefined || measure.standing !== undefined || measure.unscored !== undefined) {
    return measure?.standing;
  }
  const definition = knowledge.vocabulary.measures.get(metric) ?? { metric };
  const found = compare(definition, { pair: findings.pair, view, knowledge });
  return "lacks" in found ? undefined : found;
}
