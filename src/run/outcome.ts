import type { DownloadedFile } from "../protocol/file_reference.ts";
import type { ReasoningResult, RequestBody } from "../protocol/reasoning.ts";

/** What became of a row. */
export type OutcomeStatus = "done" | "partial" | "failed" | "invalid" | "in_doubt" | "skipped" | "pending";

/** One data row of the input. */
export interface InputRow {
  /** Number of the row, from 1; the header is none. */
  readonly row: number;
  /** Physical line of the file on which the row starts; for rows given in memory, the row itself. */
  readonly line: number;
  /** The ticker, without white space around it; empty when the row has none. */
  readonly ticker: string;
  /** Name of the company, where the input has one. */
  readonly company?: string | undefined;
  /** The row's cells as they came, in the order of the header. */
  readonly cells: readonly string[];
}

/** Why a row could not be asked about. */
export interface RowProblem {
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1, or the name of the column. */
  readonly column: number | string;
  /** What is wrong, for people. */
  readonly message: string;
}

/** A failure as a value: a row that fails is a normal result of a screen. */
export interface RowError {
  /** The service's own code, or `http_<status>`, or what broke, like `timeout`. */
  readonly code: string;
  /** What happened, for people. */
  readonly message: string;
  /** What the service answered, when it did. */
  readonly body?: unknown;
}

/** A file of an answer, in the folder of its run. */
export interface SavedFile extends DownloadedFile {
  /** Path relative to the run's folder, with `/`. */
  readonly path: string;
}

/** How a row was asked about. Rows that ask the same share it. */
export interface Asked {
  /** The body that is sent. */
  readonly request: RequestBody;
  /** SHA-256 of all that is sent, hex. */
  readonly identity: string;
  /** Sent with each attempt, so that a service can know a repeat. */
  readonly idempotencyKey: string;
  /** How often it was sent, or may have been. */
  readonly attempts: number;
  /** When it was sent last, ISO 8601. */
  readonly startedAt?: string | undefined;
  /** Seconds from the send to the answer. */
  readonly seconds?: number | undefined;
  /** The run that asked, where its answer was taken. */
  readonly reusedFrom?: string | undefined;
}

/** A row of a list on its way into the plan: as it was read, then with what is asked about it. */
export interface ListRow {
  readonly input: InputRow;
  /** Why nothing is asked about it. */
  readonly problem?: RowProblem | undefined;
  /** What is asked about it, once that is planned. */
  readonly asked?: Asked | undefined;
}

/** What every outcome tells. */
export interface OutcomeBase {
  /** The row it belongs to. */
  readonly input: InputRow;
}

/** The thesis is known, and every wanted file is on disk. */
export interface DoneOutcome extends OutcomeBase {
  /** Thesis known, files on disk. */
  readonly status: "done";
  /** How it was asked. */
  readonly asked: Asked;
  /** The whole answer, as it came. */
  readonly result: ReasoningResult;
  /** What is on disk. */
  readonly files: readonly SavedFile[];
}

/** The thesis is known, but a file could not be had. */
export interface PartialOutcome extends OutcomeBase {
  /** Thesis known, a file missing. */
  readonly status: "partial";
  /** How it was asked. */
  readonly asked: Asked;
  /** The whole answer, as it came. */
  readonly result: ReasoningResult;
  /** What is on disk. */
  readonly files: readonly SavedFile[];
  /** What went wrong. */
  readonly error: RowError;
}

/** The service refused, never answered, or gave no thesis. */
export interface FailedOutcome extends OutcomeBase {
  /** No thesis. */
  readonly status: "failed";
  /** How it was asked. */
  readonly asked: Asked;
  /** What went wrong. */
  readonly error: RowError;
}

/** The row is bad; nothing was sent. */
export interface InvalidOutcome extends OutcomeBase {
  /** Nothing sent. */
  readonly status: "invalid";
  /** Why it could not be asked. */
  readonly problem: RowProblem;
}

/** Maybe sent, no answer seen, may be billed. */
export interface InDoubtOutcome extends OutcomeBase {
  /** Maybe sent. */
  readonly status: "in_doubt";
  /** How it was asked. */
  readonly asked: Asked;
  /** What went wrong. */
  readonly error: RowError;
}

/** A limit stopped before the row. */
export interface SkippedOutcome extends OutcomeBase {
  /** Beyond a limit. */
  readonly status: "skipped";
  /** How it was asked. */
  readonly asked: Asked;
}

/** Not asked yet, or on its way. */
export interface PendingOutcome extends OutcomeBase {
  /** Still open. */
  readonly status: "pending";
  /** How it was asked. */
  readonly asked: Asked;
}

/** What became of one row. */
export type Outcome =
  | DoneOutcome
  | PartialOutcome
  | FailedOutcome
  | InvalidOutcome
  | InDoubtOutcome
  | SkippedOutcome
  | PendingOutcome;

/** An outcome with a thesis. */
export type ThesisOutcome = DoneOutcome | PartialOutcome;

/**
 * Tells whether a thesis was given.
 * @param outcome What became of a row.
 * @returns True for `done` and `partial`.
 */
export function hasThesis(outcome: Outcome): outcome is ThesisOutcome {
  return outcome.status === "done" || outcome.status === "partial";
}

/**
 * Why a row is not done, in the words and codes of the output files.
 * @param outcome What became of a row.
 * @returns Nothing when it is done, skipped or pending.
 */
export function errorOf(outcome: Outcome): RowError | undefined {
  switch (outcome.status) {
    case "partial":
    case "failed":
    case "in_doubt":
      return outcome.error;
    case "invalid": {
      const { line, column, message } = outcome.problem;
      return { code: "invalid_row", message: `line ${line}, column ${column}: ${message}` };
    }
    default:
      return undefined;
  }
}
