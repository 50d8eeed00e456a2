/** Rows of a made run, as `openRun()` gives them. */
import type { ThesisRow } from "conviction/batch";

/** A row with a thesis, or one that failed when `fields` say so. */
export function thesisRow(row: number, fields: Partial<ThesisRow> = {}): ThesisRow {
  return {
    ...{ row, ticker: `T${row}`, company: `Company ${row}`, cells: [`T${row}`, `Company ${row}`], status: "done" },
    ...{ signal: "neutral", confidence: 0.5, probability: 0.5, benchmark: "^GSPC", reasoning: `T${row} moves.` },
    ...{
      score: 0.1,
      rank: row,
      drawdownProbability: 0.07,
      drivers: [`For: T${row}'s calm`],
      risks: [`T${row} may fall`],
    },
    ...{ claims: [], warnings: [], files: [], selected: [], attempts: 1, ...fields },
  };
}
