import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { run, thesis } from "./thesis_rows.ts";

/** Drivers and risks that are new or gone. */
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

/** Nothing is new or gone. */
export const NOTHING = { newDrivers: [], vanishedDrivers: [], newRisks: [], vanishedRisks: [] };
