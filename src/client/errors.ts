import { type Delivery, type FailedCall, ResearchError } from "../protocol/errors.ts";
import type { ServiceErrorBody } from "../protocol/service_error.ts";

/** How often a request was sent, and why it is not sent again. */
export interface AttemptsMade {
  /** Attempts made, 1 or more. */
  readonly attempts?: number | undefined;
  /** Completes the sentence "It is not sent again: ..."; absent without a special reason. */
  readonly gaveUp?: string | undefined;
  /** Delivery over all attempts, where it differs from that of the last one. */
  readonly delivery?: Delivery | undefined;
}

/** The message of a failure: `Cannot get thesis after 3 attempts: <reason>; not sent again: <why>`. */
function sentence(action: string, reason: string, { attempts = 1, gaveUp }: AttemptsMade): string {
  const often = attempts === 1 ? "" : ` after ${attempts} attempts`;
  return `Cannot ${action}${often}: ${reason}${gaveUp === undefined ? "" : `; not sent again: ${gaveUp}`}`;
}

/** The service answered with an error status or an unusable reply. */
export class HttpError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "HttpError";
  /** HTTP status of the reply, 100 to 599. */
  readonly status: number;
  /** Error code of the service, like `unknown_company`. */
  readonly code: string | undefined;
  /** The first 2,000 characters of the reply's body. */
  readonly body: string;
  /** The service's identifier of the request, if it sent one. */
  readonly requestId: string | undefined;
  /** Wait that the service asked for, in milliseconds, if any. */
  readonly retryAfterMs: number | undefined;
  /** The service's `x-should-retry`, if it sent one. */
  readonly shouldRetry: boolean | undefined;
  /** Attempts made, 1 or more. */
  readonly attempts: number;
  /** Whether the service may have run the request: `maybe_sent` when an earlier attempt may have. */
  readonly delivery: Delivery;
  readonly #make: (made: AttemptsMade) => HttpError;

  /**
   * Creates the error.
   * @param action Completes the sentence "Cannot ...".
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

  /** A copy that states the number of attempts. */
  after(made: AttemptsMade): HttpError {
    return this.#make(made);
  }
}

/** The parts of a reply that an {@linkcode HttpError} reports. */
export interface HttpErrorReply {
  /** HTTP status, 100 to 599. */
  readonly status: number;
  /** The failure that the service reported. */
  readonly error?: ServiceErrorBody | undefined;
  /** The start of the reply's body. */
  readonly body: string;
  /** The service's identifier of the request, if it sent one. */
  readonly requestId: string | undefined;
  /** Wait that the service asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Its `x-should-retry`. */
  readonly shouldRetry?: boolean | undefined;
}

/** The service could not be reached, or the connection broke before the end of the answer. */
export class ConnectionError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "ConnectionError";
  /** Whether the service may have received the request. */
  readonly delivery: Delivery;
  /** Attempts made, 1 or more. */
  readonly attempts: number;
  readonly #make: (made: AttemptsMade) => ConnectionError;

  /**
   * Creates the error.
   * @param action Completes the sentence "Cannot ...".
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

  /** A copy that states the number of attempts. */
  after(made: AttemptsMade): ConnectionError {
    return this.#make(made);
  }
}

/** Name of a time limit; see {@linkcode Limits}. */
export type TimeLimit = "headersMs" | "firstEventMs" | "silenceMs" | "totalMs";

const WAITED_FOR: Readonly<Record<TimeLimit, string>> = {
  headersMs: "no reply came",
  firstEventMs: "no first event came",
  silenceMs: "nothing more came",
  totalMs: "it was not finished",
};

/** A time limit passed. */
export class TimeoutError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "TimeoutError";
  /** The limit that passed. */
  readonly limit: TimeLimit;
  /** Its value, in milliseconds. */
  readonly limitMs: number;
  /** Whether the service may have received the request. */
  readonly delivery: Delivery = "maybe_sent";

  /**
   * Creates the error.
   * @param action Completes the sentence "Cannot ...".
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
  /** Whether the service may have received the request. */
  readonly delivery: Delivery;

  /**
   * Creates the error.
   * @param action Completes the sentence "Cannot ...".
   */
  constructor(action: string, options: ErrorOptions & { readonly delivery?: Delivery | undefined }) {
    super(`Cannot ${action}: it was aborted`, options);
    this.delivery = options.delivery ?? "maybe_sent";
  }
}
