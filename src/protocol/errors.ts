/** The root of every error Conviction throws on purpose: catch this one to catch them all. */
export class ResearchError extends Error {
  /** The name of the class; each class of error has its own. */
  override readonly name: string = "ResearchError";
}

/**
 * Whether the service may have seen a request that failed: `not_sent` may be asked again freely,
 * `maybe_sent` may have run and been billed, `answered` came back with a reply.
 */
export type Delivery = "not_sent" | "maybe_sent" | "answered";

/**
 * What the error of a call says about the call. A screen decides by these fields whether it asks again, so an error of
 * any client that has them will do; without `delivery` and `status` the request may have run.
 */
export interface FailedCall {
  /** Name of the error's class, like `ConnectionError`. */
  readonly name: string;
  /** What happened, for people. */
  readonly message: string;
  /** Whether the service may have seen the request. */
  readonly delivery?: Delivery | undefined;
  /** HTTP status of the reply, where one came. */
  readonly status?: number | undefined;
  /** What went wrong, for a program, like `unknown_company`. */
  readonly code?: string | undefined;
  /** Wait the service asked for before another attempt, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** What the service says of another attempt, by `x-should-retry`. */
  readonly shouldRetry?: boolean | undefined;
  /** The start of the reply's body. */
  readonly body?: string | undefined;
  /** The start of what could not be read. */
  readonly excerpt?: string | undefined;
}

/** Text on the wire that does not follow the protocol. */
export class ProtocolError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "ProtocolError";
  /** The start of the invalid text. */
  readonly excerpt: string;

  /**
   * Creates the error.
   * @param message A sentence that starts with "Cannot".
   * @param options `excerpt` is cut to 200 characters.
   */
  constructor(message: string, options: ErrorOptions & { readonly excerpt?: string } = {}) {
    super(message, options);
    this.excerpt = (options.excerpt ?? "").slice(0, 200);
  }
}

/** Wrong usage, input or settings; nothing was sent. */
export class InputError extends ResearchError {
  /** The name of the class. */
  override readonly name = "InputError";
}

/** Invalid or contradictory settings. */
export class SettingsError extends ResearchError {
  /** Name of the class. */
  override readonly name = "SettingsError";
}
