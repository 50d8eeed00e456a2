import { ResearchError } from "../protocol/errors.ts";
import type { ServiceErrorBody } from "../protocol/service_error.ts";

/**
 * Whether the service may have seen a request that failed: `not_sent` may be asked again freely,
 * `maybe_sent` may have run and been billed, `answered` came back with a reply.
 */
export type Delivery = "not_sent" | "maybe_sent" | "answered";

/** The service answered with a status that is not success, or with something that is no answer. */
export class HttpError extends ResearchError {
  /** Name of the class. */
  override readonly name = "HttpError";
  /** HTTP status of the reply, 100 to 599. */
  readonly status: number;
  /** What went wrong, for a program, like `unknown_company`. */
  readonly code: string | undefined;
  /** The first 2,000 characters of the reply's body. */
  readonly body: string;
  /** The service's name for the request, where it gave one. */
  readonly requestId: string | undefined;
  /** Whether the service may have seen the request. */
  readonly delivery: Delivery = "answered";

  /**
   * Says what could not be done, and why.
   * @param action completes the sentence "Cannot ...".
   */
  constructor(action: string, reply: HttpErrorReply, options?: ErrorOptions) {
    const { status, error, body, requestId } = reply;
    const reason = error === undefined ? `service answered ${status}` : `service answered ${status}: ${error.message}`;
    super(`Cannot ${action}: ${reason}`, options);
    this.status = status;
    this.code = error?.code;
    this.body = body.slice(0, 2000);
    this.requestId = requestId;
  }
}

/** What an {@linkcode HttpError} is made of. */
export interface HttpErrorReply {
  /** HTTP status, 100 to 599. */
  readonly status: number;
  /** What the service says about the failure. */
  readonly error?: ServiceErrorBody | undefined;
  /** The start of the reply's body. */
  readonly body: string;
  /** The service's name for the request, where it gave one. */
  readonly requestId: string | undefined;
}

/** The service could not be reached, or the connection broke before a whole answer. */
export class ConnectionError extends ResearchError {
  /** Name of the class. */
  override readonly name = "ConnectionError";
  /** Whether the service may have seen the request. */
  readonly delivery: Delivery;

  /**
   * Says what could not be done, and why.
   * @param action completes the sentence "Cannot ...".
   */
  constructor(action: string, reason: string, options: ErrorOptions & { readonly delivery: Delivery }) {
    super(`Cannot ${action}: ${reason}`, options);
    this.delivery = options.delivery;
  }
}

/** Which time limit passed: see {@linkcode Limits}. */
export type TimeLimit = "headersMs" | "firstEventMs" | "silenceMs" | "totalMs";

const WAITED_FOR: Readonly<Record<TimeLimit, string>> = {
  headersMs: "no reply came",
  firstEventMs: "no first event came",
  silenceMs: "no further event came",
  totalMs: "it was not finished",
};

/** A time limit passed. */
export class TimeoutError extends ResearchError {
  /** Name of the class. */
  override readonly name = "TimeoutError";
  /** The limit that passed. */
  readonly limit: TimeLimit;
  /** The limit that passed, in milliseconds. */
  readonly limitMs: number;
  /** Whether the service may have seen the request. */
  readonly delivery: Delivery = "maybe_sent";

  /**
   * Says what could not be done, and why.
   * @param action completes the sentence "Cannot ...".
   */
  constructor(action: string, limit: TimeLimit, limitMs: number) {
    super(`Cannot ${action}: ${WAITED_FOR[limit]} within ${limitMs / 1000} s (limit ${limit})`);
    this.limit = limit;
    this.limitMs = limitMs;
  }
}

/** The caller's signal stopped the call; `cause` is its reason. */
export class AbortedError extends ResearchError {
  /** Name of the class. */
  override readonly name = "AbortedError";
  /** Whether the service may have seen the request. */
  readonly delivery: Delivery = "maybe_sent";

  /**
   * Says what could not be done, and why.
   * @param action completes the sentence "Cannot ...".
   */
  constructor(action: string, options: ErrorOptions) {
    super(`Cannot ${action}: it was aborted`, options);
  }
}
