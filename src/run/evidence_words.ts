import type { EvidenceCounts } from "../protocol/reasoning.ts";

/** How much evidence a thesis has, like `5 for, 2 against, from 4 of 7 domains`. */
export function evidenceWords({ for: support, against, abstained, coverage }: EvidenceCounts): string {
  const counts = `${support} for, ${against} against`;
  if (coverage === undefined || !(coverage < 1)) return counts;
  const all = Math.round(abstained / (1 - coverage));
  return `${counts}, from ${all - abstained} of ${all} domains`;
}
