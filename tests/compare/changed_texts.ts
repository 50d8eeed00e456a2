import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { run, thesis } from "./thesis_rows.ts";

/** What one answer says anew and no longer. */
export function changed(before: Partial<ThesisRow>, after: Partial<ThesisRow>) {
  const [earlier, later] = [before, after].map((row) => run([thesis("AAPL", { company: "Apple Inc.", ...row })]));
  const change = earlier && later && compareRuns(earlier, later).changes[0];
  return {
    newDrivers: change?.newDrivers ?? [],
    vanishedDrivers: change?.vanishedDrivers ?? [],
    newRisks: change?.newRisks ?? [],
    vanishedRisks: change?.vanishedRisks ?? [],
  };
}

/** Both answers say the same. */
export const NOTHING = { newDrivers: [], vanishedDrivers: [], newRisks: [], vanishedRisks: [] };
