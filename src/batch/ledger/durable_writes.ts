import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { RowError, SavedFile } from "../../run/outcome.ts";
import type { StopReason } from "../../run/progress.ts";
import type { ThesisCheck } from "../../run/thesis_check.ts";
import type { AttemptEnd } from "./ledger_types.ts";

/**
 * Whether a request may leave. `waitMs`: not yet, because all who share its limits have used them up. A reason: not in
 * this run any more. `not_ours`: somebody else works on it now.
 */
export type Grant = "granted" | { readonly waitMs: number } | StopReason | "not_ours";

/** What is written of a request; a write whose promise has resolved survives what the writer promises to survive. */
export interface DurableWrites {
  /** To be awaited before the request is sent; a request that is not granted is not sent, and nothing was written. */
  intent(id: number, startedAt: string): Promise<Grant>;
  /** Stores an answer; one without files, in a run that checks nothing, is `done` at once, which saves a commit. */
  answered(id: number, answer: {
    readonly state: "answered" | "done";
    readonly result: ReasoningResult;
    readonly seconds: number;
  }): Promise<void>;
  /** Stores the files of an answer, and the check of its text; with an error the request is partial. */
  saved(id: number, saved: {
    readonly files: readonly SavedFile[];
    readonly error?: RowError;
    readonly check?: ThesisCheck | undefined;
  }): Promise<void>;
  /** Ends an attempt without a thesis; `planned` when the request will be sent again. */
  ended(id: number, end: AttemptEnd): Promise<void>;
  /** Undoes an intent whose request was not sent. */
  rollBack(id: number): Promise<void>;
}
