import type { Outcome, OutcomeStatus } from "./outcome.ts";
import { hasThesis } from "./outcome.ts";

/** How many rows ended how. */
export type StatusCounts = Readonly<Record<OutcomeStatus, number>>;

/** Totals over a run. */
export interface RunCounts {
  readonly rows: number;
  readonly statuses: StatusCounts;
  /** Different requests behind the rows. */
  readonly requests: number;
  /** Sends, repeats included. */
  readonly attempts: number;
  readonly files: number;
  /** Figures that the service checked, and those found right; each request counts once. */
  readonly claimsTotal: number;
  readonly claimsVerified: number;
}

/**
 * Adds up a run.
 * @param outcomes The rows of a run.
 * @returns Totals; what rows share is counted once.
 */
export function countRun(outcomes: Iterable<Outcome>): RunCounts {
  const statuses = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };
  const sums = { rows: 0, requests: 0, attempts: 0, files: 0, claimsTotal: 0, claimsVerified: 0 };
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    sums.rows++;
    statuses[outcome.status]++;
    if (outcome.status === "invalid" || seen.has(outcome.asked.identity)) continue;
    seen.add(outcome.asked.identity);
    sums.requests++;
    sums.attempts += outcome.asked.attempts;
    if (!hasThesis(outcome)) continue;
    sums.files += outcome.files.length;
    sums.claimsTotal += outcome.result.metadata?.verification?.claims_total ?? 0;
    sums.claimsVerified += outcome.result.metadata?.verification?.claims_verified ?? 0;
  }
  return { ...sums, statuses };
}
