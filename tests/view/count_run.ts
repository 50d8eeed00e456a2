import { RunCounter, type RunCounts } from "../../src/run/counts.ts";
import type { Outcome } from "../../src/run/outcome.ts";

/**
 * Counts the rows of a run.
 * @param outcomes The rows of a run.
 * @returns Totals; a shared request counts once.
 */
export function countRun(outcomes: Iterable<Outcome>): RunCounts {
  const counter = new RunCounter();
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    const before = seen.size;
    if (outcome.status !== "invalid") seen.add(outcome.asked.identity);
    counter.add(outcome, { isFirst: seen.size > before, warnings: [] });
  }
  return counter.counts;
}
