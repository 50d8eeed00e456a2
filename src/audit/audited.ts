import type { FiledFact, Records } from "../data/records.ts";
import type { NotReported } from "../data/statements.ts";

/** What is filed by a company: of all files together, and of each report that lies there by itself. */
export interface FiledCompany {
  readonly ticker: string;
  readonly records: Records;
  /** The facts of each file that is one report. */
  readonly reports: readonly (readonly FiledFact[])[];
}

/** What came of one cell. */
export type Outcome = "agreed" | "differing" | "early" | "unconfirmed" | `abstained: ${NotReported}`;

/** How many cells came out how. */
export type Counts = Readonly<Partial<Record<Outcome, number>>>;

/** How often each outcome came. */
export function countsOf(outcomes: readonly Outcome[]): Counts {
  return Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, { length }]) => [name, length]));
}

/** The counts of several together. */
export function sumOf(counts: readonly Counts[]): Counts {
  const sum: Partial<Record<Outcome, number>> = {};
  for (const [name, count] of counts.flatMap((one) => Object.entries(one))) {
    const outcome = name as Outcome;
    sum[outcome] = (sum[outcome] ?? 0) + count;
  }
  return sum;
}
