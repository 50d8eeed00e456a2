import { type Delivery, type FailedCall, ResearchError } from "../protocol/errors.ts";
import type { ServiceErrorBody } from "../protocol/service_error.ts";

/** How often a request was sent, and why not once more. */
export interface AttemptsMade {
  /** Attempts made, 1 or more. */
  readonly attempts?: number | undefined;
  /** Completes the sentence "It is not sent again: ..."; absent when there is nothing to explain. */
  readonly gaveUp?: string | undefined;
  /** What is known of all attempts together, where that differs from the last one. */
  readonly delivery?: Delivery | undefined;
}

/** The sentence of a failure: `Cannot get thesis after 3 attempts: <reason>; not sent again: <why>`. */
function sentence(action: string, reason: string, { attempts = 1, gaveUp }: AttemptsMade): string {
  const often = attempts === 1 ? "" : ` after ${attempts} attempts`;
  return `Cannot ${action}${often}: ${reason}${gaveUp === undefined ? "" : `; not sent again: ${gaveUp}`}`;
}

/** The service answered with a status that is not success, or with something that is no answer. */
export class HttpError extends ResearchError implements FailedCall {
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
  /** Wait the service asked for before another attempt, in milliseconds, where it asked for one. */
  readonly retryAfterMs: number | undefined;
  /** What the service says of another attempt, by `x-should-retry`, where it says so. */
  readonly shouldRetry: boolean | undefined;
  /** Attempts made, 1 or more. */
  readonly attempts: number;
  /** Whether the service may have run the request: `maybe_sent` when an earlier attempt may have. */
  readonly delivery: Delivery;
  readonly #make: (made: AttemptsMade) => HttpError;

  /**
   * Says what could not be done, and why.
   * @param action completes the sentence "Cannot ...".
   */
  constructor(action: string, reply: HttpErrorReply, options: ErrorOptions & AttemptsMade = {}) {
    const { status, error, body, requestId, retryAfterMs, shouldRetry } = reply;
    const reason = error === undefined ? `service answered ${status}` : `service answered ${status}: ${error.message}`;
    super(sentence(action, reason, options), options);
    this.status = status;
    this.code = error?.code;
    this.body = body.slice(0, 2000);
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.shouldRetry = shouldRetry;
    this.attempts = options.attempts ?? 1;
    this.delivery = options.delivery ?? "answered";
    this.#make = (made) => new HttpError(action, reply, { ...options, ...made });
  }

  /** The same failure, told with how often the request was sent. */
  after(made: AttemptsMade): HttpError {
    return this.#make(made);
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
  /** Wait the service asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** What it says of another attempt. */
  readonly shouldRetry?: boolean | undefined;
}

/** The service could not be reached, or the connection broke before a whole answer. */
export class ConnectionError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "ConnectionError";
  /** Whether the service may have seen the request. */
  readonly delivery: Delivery;
  /** Attempts made, 1 or more. */
  readonly attempts: number;
  readonly #make: (made: AttemptsMade) => ConnectionError;

  /**
   * Says what could not be done, and why.
   * @param action completes the sentence "Cannot ...".
   */
  constructor(action: string, reason: string, options: ErrorOptions & AttemptsMade & { readonly delivery: Delivery }) {
    super(sentence(action, reason, options), options);
    this.delivery = options.delivery;
    this.attempts = options.attempts ?? 1;
    this.#make = (made) => {
      const delivery = made.delivery ?? options.delivery;
      return new ConnectionError(action, reason, { ...options, ...made, delivery });
    };
  }

  /** The same failure, told with how often the request was sent. */
  after(made: AttemptsMade): ConnectionError {
    return this.#make(made);
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
export class TimeoutError extends ResearchError implements FailedCall {
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
export class AbortedError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "AbortedError";
  /** Whether the service may have seen the request. */
  readonly delivery: Delivery;

  /**
   * Says what could not be done, and why.
   * @param action completes the sentence "Cannot ...".
   */
  constructor(action: string, options: ErrorOptions & { readonly delivery?: Delivery | undefined }) {
    super(`Cannot ${action}: it was aborted`, options);
    this.delivery = options.delivery ?? "maybe_sent";
  }
}
