import { ResearchError } from "../protocol/errors.ts";
import type { Snapshot } from "./snapshot.ts";

/** What is known about an answer that did not complete. */
export interface AnswerFailure {
  /** Everything received until then. */
  readonly snapshot: Snapshot;
  /** The service's name for the request, where it gave one. */
  readonly requestId: string | undefined;
  /** Bytes of the stream received. */
  readonly bytes: number;
}

/** An answer that did not complete; it holds what was received. One of the four classes below. */
export class AnswerError extends ResearchError {
  /** Name of the execution, or of the tool. */
  override readonly name: string = "AnswerError";
  /** Everything received until then. */
  readonly snapshot: Snapshot;
  /** The service's name for the request, where it gave one. */
  readonly requestId: string | undefined;
  /** The service's name for the response, where it gave one. */
  readonly responseId: string | undefined;
  /** Position of the last event received, where the service numbers them. */
  readonly lastSequence: number | undefined;
  /** Bytes of the stream received. */
  readonly bytes: number;
  /** Events received. */
  readonly events: number;

  /**
   * Says why the answer is not complete.
   * @param reason completes the sentence "Cannot complete answer: ...".
   */
  constructor(reason: string, failure: AnswerFailure, options?: ErrorOptions) {
    super(`Cannot complete answer: ${reason}`, options);
    this.snapshot = failure.snapshot;
    this.requestId = failure.requestId;
    this.responseId = failure.snapshot.response?.id;
    this.lastSequence = failure.snapshot.lastSequence;
    this.bytes = failure.bytes;
    this.events = failure.snapshot.events;
  }
}

/** The service said that it failed; `code` says how. */
export class AnswerFailedError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerFailedError";
  /** What went wrong, for a program, like `unknown_company`. */
  readonly code: string | undefined;

  /**
   * Says why the answer is not complete.
   * @param failure Its snapshot holds the service's own words as `error`.
   */
  constructor(failure: AnswerFailure, options?: ErrorOptions) {
    const { code, message } = failure.snapshot.error ?? { message: "it gave no reason" };
    super(`the service failed${code === undefined ? "" : ` with ${code}`}: ${message}`, failure, options);
    this.code = code;
  }
}

/** The stream ended, or could not be read further, before the answer was complete. */
export class AnswerTruncatedError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerTruncatedError";
}

/** The caller stopped the answer, by its signal or by leaving the loop; `cause` is the signal's reason. */
export class AnswerAbortedError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerAbortedError";
}

/** A time limit passed; `cause` says which. */
export class AnswerTimedOutError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerTimedOutError";
}
