import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { Asked, InputRow, Outcome, RowError, SavedFile } from "../../run/outcome.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";

/** How a request ended. */
export type RequestEnd =
  | { readonly state: "done"; readonly result: ReasoningResult; readonly files: readonly SavedFile[] }
  | {
    readonly state: "partial";
    readonly result: ReasoningResult;
    readonly files: readonly SavedFile[];
    readonly error: RowError;
  }
  | { readonly state: "failed" | "in_doubt"; readonly error: RowError };

/** A request that is over, and on disk. */
export interface SettledRequest {
  readonly open: OpenRequest;
  /** How it was asked in the end. */
  readonly asked: Asked;
  readonly end: RequestEnd;
}

/** What became of a row whose request is over: the same as the ledger would say. */
export function outcomeOf(input: InputRow, { asked, end }: SettledRequest): Outcome {
  switch (end.state) {
    case "done":
      return { status: end.state, input, asked, result: end.result, files: end.files };
    case "partial":
      return { status: end.state, input, asked, result: end.result, files: end.files, error: end.error };
    case "failed":
    case "in_doubt":
      return { status: end.state, input, asked, error: end.error };
  }
}
