import type { VerificationClaim } from "../protocol/verification.ts";
import { isMeasure } from "./points.ts";

/** The claims of both answers about one metric. */
export interface ClaimPair {
  readonly metric: string;
  readonly before: VerificationClaim | undefined;
  readonly after: VerificationClaim | undefined;
}

/** Pairs the measures of two answers by metric; of several claims of one metric in an answer the first counts. */
export function pairClaims(
  before: readonly VerificationClaim[],
  after: readonly VerificationClaim[],
): ReadonlyMap<string, ClaimPair> {
  const old = firstByMetric(before);
  const fresh = firstByMetric(after);
  const metrics = new Set([...fresh.keys(), ...old.keys()]);
  return new Map(
    Array.from(metrics, (metric) => [metric, { metric, before: old.get(metric), after: fresh.get(metric) }]),
  );
}

/** An answer about several companies has several claims of one metric: the first counts. */
function firstByMetric(claims: readonly VerificationClaim[]): Map<string, VerificationClaim> {
  return new Map(claims.filter(isMeasure).map((claim) => [claim.metric, claim] as const).toReversed());
}

/** The move of a measure, where both answers state it as a number. */
export function moveOf(pair: ClaimPair | undefined): number | undefined {
  const before = pair?.before?.value;
  const after = pair?.after?.value;
  return typeof before === "number" && typeof after === "number" ? after - before : undefined;
}
