import type { Outcome } from "./outcome.ts";

/** Parts of an outcome as stored JSON, which need not be serialized again. */
export interface OutcomeTexts {
  /** The body that is sent. */
  readonly request: string;
  /** The whole answer; absent without a thesis. */
  readonly result?: string | undefined;
  /** The files of the answer; absent without a thesis. */
  readonly files?: string | undefined;
  /** Why the row is not done; absent when it is. */
  readonly error?: string | undefined;
}

/** A row as the tables show it: its outcome and its rank among the others. */
export interface RankedRow {
  readonly outcome: Outcome;
  /** 1 is the highest score; equal scores share a rank; absent without a score. */
  readonly rank?: number | undefined;
  /** Reasons for caution, as short sentences. */
  readonly warnings: readonly string[];
  /** The outcome's parts as `JSON.stringify` writes them, when they are stored. */
  readonly texts?: OutcomeTexts | undefined;
}
