import type { EvidenceCounts } from "../protocol/reasoning.ts";
import { counted } from "../text/counted.ts";

/** How much evidence a thesis has, like `5 measures in favour, 2 against; 4 of 7 areas covered`. */
export function evidenceWords({ for: support, against, abstained, coverage }: EvidenceCounts): string {
  const counts = `${counted(support, "measure")} in favour, ${against} against`;
  if (coverage === undefined || !(coverage < 1)) return counts;
  const all = Math.round(abstained / (1 - coverage));
  return `${counts}; ${all - abstained} of ${all} areas covered`;
}
