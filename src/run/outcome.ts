import type { DownloadedFile } from "../protocol/file_reference.ts";
import type { ReasoningResult, RequestBody } from "../protocol/reasoning.ts";
import type { ThesisCheck } from "./thesis_check.ts";

/** Status of a row. */
export type OutcomeStatus = "done" | "partial" | "failed" | "invalid" | "in_doubt" | "skipped" | "pending";

/** One data row of the input. */
export interface InputRow {
  /** Number of the row, from 1, without the header. */
  readonly row: number;
  /** Physical line of the file where the row starts; for rows in memory, the number of the row. */
  readonly line: number;
  /** The trimmed ticker; empty when the row has none. */
  readonly ticker: string;
  /** Name of the company, when the input has one. */
  readonly company?: string | undefined;
  /** The row's cells as read, in the order of the header. */
  readonly cells: readonly string[];
}

/** Why a row is invalid. */
export interface RowProblem {
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1, or name of the column. */
  readonly column: number | string;
  /** What is wrong, for people. */
  readonly message: string;
}

/** A failure as a value: a row that fails is a normal result of a screen. */
export interface RowError {
  /** The service's own code, `http_<status>`, or a local one like `timeout`. */
  readonly code: string;
  /** What happened, for people. */
  readonly message: string;
  /** The body of the reply, if any. */
  readonly body?: unknown;
}

/** A file of an answer, in the folder of its run. */
export interface SavedFile extends DownloadedFile {
  /** Path relative to the run's folder, with `/`. */
  readonly path: string;
}

/** The request of a row. Rows with the same request share it. */
export interface Asked {
  /** The body that is sent. */
  readonly request: RequestBody;
  /** SHA-256 that identifies the request, hex. */
  readonly identity: string;
  /** Sent with each attempt, so that a service can detect a repeat. */
  readonly idempotencyKey: string;
  /** Number of attempts that were or may have been sent. */
  readonly attempts: number;
  /** When it was sent last, ISO 8601. */
  readonly startedAt?: string | undefined;
  /** Seconds from the send to the answer. */
  readonly seconds?: number | undefined;
  /** Id of the run whose answer was reused. */
  readonly reusedFrom?: string | undefined;
}

/** A row of a list: as read, then with its request. */
export interface ListRow {
  readonly input: InputRow;
  /** Why it is invalid; nothing is sent for it. */
  readonly problem?: RowProblem | undefined;
  /** Its request, once planned. */
  readonly asked?: Asked | undefined;
}

/** Fields of every outcome. */
export interface OutcomeBase {
  /** The row. */
  readonly input: InputRow;
}

/** The thesis is known, and its files are on disk. */
export interface DoneOutcome extends OutcomeBase {
  /** Thesis known, files on disk. */
  readonly status: "done";
  /** The request. */
  readonly asked: Asked;
  /** The whole answer, as received. */
  readonly result: ReasoningResult;
  /** The files on disk. */
  readonly files: readonly SavedFile[];
  /** What became of the check of its text; absent in a run that checks nothing. */
  readonly check?: ThesisCheck | undefined;
}

/** Code of a thesis whose service says what it could not do, like a chart it could not draw. */
export const INCOMPLETE_ANSWER = "incomplete_answer";

/** The thesis is known, but something is missing: the service could not make it, or it could not be downloaded. */
export interface PartialOutcome extends OutcomeBase, Omit<DoneOutcome, "status"> {
  /** Thesis known, something missing. */
  readonly status: "partial";
  /** What went wrong. */
  readonly error: RowError;
}

/** The service refused, did not answer, or returned no thesis. */
export interface FailedOutcome extends OutcomeBase {
  /** No thesis. */
  readonly status: "failed";
  /** The request. */
  readonly asked: Asked;
  /** What went wrong. */
  readonly error: RowError;
}

/** The row is invalid; nothing was sent. */
export interface InvalidOutcome extends OutcomeBase {
  /** Nothing sent. */
  readonly status: "invalid";
  /** Why it is invalid. */
  readonly problem: RowProblem;
}

/** May have been sent and billed; no answer was received. */
export interface InDoubtOutcome extends OutcomeBase {
  /** May have been sent. */
  readonly status: "in_doubt";
  /** The request. */
  readonly asked: Asked;
  /** What went wrong. */
  readonly error: RowError;
}

/** A limit stopped the run before the row. */
export interface SkippedOutcome extends OutcomeBase {
  /** Beyond a limit. */
  readonly status: "skipped";
  /** The request. */
  readonly asked: Asked;
}

/** Not sent yet, or in flight. */
export interface PendingOutcome extends OutcomeBase {
  /** Still open. */
  readonly status: "pending";
  /** The request. */
  readonly asked: Asked;
}

/** The outcome of a row. */
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
 * Tells whether an outcome has a thesis.
 * @param outcome The outcome of a row.
 * @returns True for `done` and `partial`.
 */
export function hasThesis(outcome: Outcome): outcome is ThesisOutcome {
  return outcome.status === "done" || outcome.status === "partial";
}

/**
 * Why a row is not done, as the output files state it.
 * @param outcome The outcome of a row.
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

/** Whether an object of any origin, as of a JSON file, is an outcome; other lists have fields of these names too. */
export function isOutcome(thing: object): thing is Outcome {
  if (!("input" in thing && "status" in thing && ("asked" in thing || "problem" in thing))) return false;
  const { row, cells } = Object(thing.input) as Partial<InputRow>;
  return typeof row === "number" && Array.isArray(cells);
}
