import { ResearchError } from "../protocol/errors.ts";
import type { Snapshot } from "./snapshot.ts";

/** Details of an answer that did not complete. */
export interface AnswerFailure {
  /** Everything received. */
  readonly snapshot: Snapshot;
  /** The service's identifier of the request, if it sent one. */
  readonly requestId: string | undefined;
  /** Bytes of the stream received. */
  readonly bytes: number;
}

/** An answer that did not complete, with everything received. Each error is of one of the four classes below. */
export class AnswerError extends ResearchError {
  /** Name of the class. */
  override readonly name: string = "AnswerError";
  /** Everything received. */
  readonly snapshot: Snapshot;
  /** The service's identifier of the request, if it sent one. */
  readonly requestId: string | undefined;
  /** The service's identifier of the response, if it sent one. */
  readonly responseId: string | undefined;
  /** Number of the last event received, if the service numbers events. */
  readonly lastSequence: number | undefined;
  /** Bytes of the stream received. */
  readonly bytes: number;
  /** Events received. */
  readonly events: number;

  /**
   * Creates the error.
   * @param reason Completes the sentence "Cannot complete answer: ...".
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

/** The service reported a failure. */
export class AnswerFailedError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerFailedError";
  /** What went wrong, for a program, like `unknown_company`. */
  readonly code: string | undefined;

  /**
   * Creates the error.
   * @param failure Its snapshot holds the service's report as `error`.
   */
  constructor(failure: AnswerFailure, options?: ErrorOptions) {
    const { code, message } = failure.snapshot.error ?? { message: "it gave no reason" };
    super(`the service failed${code === undefined ? "" : ` with ${code}`}: ${message}`, failure, options);
    this.code = code;
  }
}

/** The stream ended or broke before the answer was complete. */
export class AnswerTruncatedError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerTruncatedError";
}

/** The caller stopped the answer by its signal or by leaving the loop; `cause` is the signal's reason. */
export class AnswerAbortedError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerAbortedError";
}

/** A time limit passed; `cause` names it. */
export class AnswerTimedOutError extends AnswerError {
  /** Name of the class. */
  override readonly name = "AnswerTimedOutError";
}
