import { ProtocolError } from "../protocol/errors.ts";
import {
  AnswerAbortedError,
  type AnswerError,
  type AnswerFailure,
  AnswerTimedOutError,
  AnswerTruncatedError,
} from "./errors.ts";
import type { AnswerState } from "./snapshot.ts";

/** What an answer must know to say why it ended. */
export interface AnswerOptions {
  /** Whether an error of the source means that a time limit passed, and not that the connection broke. */
  isTimeout(error: unknown): boolean;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
}

/** An early end: the state of the answer, and the error its reader gets. */
export interface Ending {
  readonly state: AnswerState;
  readonly errorOf: (facts: AnswerFailure) => AnswerError;
}

/** Says what an error of the source means for the answer. */
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

/** The part of a message after "Cannot ...:", to go on in another sentence. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const colon = message.indexOf(": ");
  return message.startsWith("Cannot ") && colon > 0 ? message.slice(colon + 2) : message;
}
