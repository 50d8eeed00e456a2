import { ProtocolError } from "../protocol/errors.ts";
import {
  AnswerAbortedError,
  type AnswerError,
  type AnswerFailure,
  AnswerTimedOutError,
  AnswerTruncatedError,
} from "./errors.ts";
import type { AnswerState } from "./snapshot.ts";

/** Options that explain why an answer ended. */
export interface AnswerOptions {
  /** Whether an error of the source is a time limit, not a broken connection. */
  isTimeout(error: unknown): boolean;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
}

/** An early end: the state of the answer and the error for its reader. */
export interface Ending {
  readonly state: AnswerState;
  readonly errorOf: (facts: AnswerFailure) => AnswerError;
}

/** Maps an error of the source to the end of the answer. */
export function endingOf(cause: unknown, { signal, isTimeout }: AnswerOptions): Ending {
  if (signal?.aborted) {
    const options = { cause: signal.reason };
    return { state: "aborted", errorOf: (facts) => new AnswerAbortedError("it was aborted", facts, options) };
  }
  if (isTimeout(cause)) {
    return { state: "timed_out", errorOf: (facts) => new AnswerTimedOutError(reasonOf(cause), facts, { cause }) };
  }
  const reason = cause instanceof ProtocolError ? reasonOf(cause) : "the connection broke";
  return { state: "truncated", errorOf: (facts) => new AnswerTruncatedError(reason, facts, { cause }) };
}

/** The part of a message after "Cannot ...: ", for use in another message. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const colon = message.indexOf(": ");
  return message.startsWith("Cannot ") && colon > 0 ? message.slice(colon + 2) : message;
}
