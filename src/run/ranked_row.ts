import type { Outcome } from "./outcome.ts";

/** Parts of an outcome as the JSON they were kept as: who has them need not write them again. */
export interface OutcomeTexts {
  /** The body that is sent. */
  readonly request: string;
  /** The whole answer; absent without a thesis. */
  readonly result?: string | undefined;
  /** The files of the answer; absent without a thesis. */
  readonly files?: string | undefined;
  /** Why the row is not done; absent when it is, and for a row that was never asked. */
  readonly error?: string | undefined;
}

/** A row as the tables show it: what became of it, and where it stands among the others. */
export interface RankedRow {
  readonly outcome: Outcome;
  /** 1 is the highest score; equal scores share a rank; absent without a score. */
  readonly rank?: number | undefined;
  /** What a reader should know before trusting the thesis. */
  readonly warnings: readonly string[];
  /** Equal to what `JSON.stringify` makes of the outcome's parts, where somebody has it. */
  readonly texts?: OutcomeTexts | undefined;
}
