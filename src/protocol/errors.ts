let stackOf: ((error: ResearchError, stack: string) => string) | undefined;

/**
 * Says how errors present themselves where the stack is what a person sees, as in a cell.
 * @param render Makes the stack of an error, from its original one; called when it is read.
 */
export function presentErrorsBy(render: typeof stackOf): void {
  stackOf = render;
}

/** The root of the errors of input, settings, services, answers and charts; those of disk and data stand apart. */
export class ResearchError extends Error {
  /** The name of the class; each class of error has its own. */
  override readonly name: string = "ResearchError";

  /**
   * Creates the error.
   * @param message A sentence that starts with "Cannot".
   * @param options Its cause, if there is one.
   */
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    if (stackOf === undefined) return;
    const render = stackOf;
    const stack = this.stack ?? "";
    Object.defineProperty(this, "stack", {
      // Read late: name and fields of the class are set after this.
      get: () => render(this, stack),
      set: (value) => void Object.defineProperty(this, "stack", { value, writable: true, configurable: true }),
      configurable: true,
    });
  }
}

/**
 * Whether the service may have received a failed request: `not_sent` may be repeated freely, `maybe_sent` may have run
 * and been billed, `answered` has a reply.
 */
export type Delivery = "not_sent" | "maybe_sent" | "answered";

/**
 * The fields by which a screen decides whether to repeat a failed call. Errors of any client may have them; without
 * `delivery` and `status` the request may have run.
 */
export interface FailedCall {
  /** Name of the error's class, like `ConnectionError`. */
  readonly name: string;
  /** What happened, for a person. */
  readonly message: string;
  /** Whether the service may have received the request. */
  readonly delivery?: Delivery | undefined;
  /** HTTP status of the reply, if there was one. */
  readonly status?: number | undefined;
  /** Error code of the service, like `unknown_company`. */
  readonly code?: string | undefined;
  /** Wait that the service asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The service's `x-should-retry`. */
  readonly shouldRetry?: boolean | undefined;
  /** The reply's body, or its start. */
  readonly body?: string | undefined;
  /** The start of the invalid text. */
  readonly excerpt?: string | undefined;
}

const MAX_BODY_CHARS = 1_000_000;

/** Text on the wire that does not follow the protocol. */
export class ProtocolError extends ResearchError implements FailedCall {
  /** Name of the class. */
  override readonly name = "ProtocolError";
  /** The start of the invalid text. */
  readonly excerpt: string;
  /** The reply itself, where it was paid for and may be read again; at most a million characters. */
  readonly body: string | undefined;

  /**
   * Creates the error.
   * @param message A sentence that starts with "Cannot".
   * @param options `excerpt` is cut to 200 characters; `body` is kept.
   */
  constructor(message: string, options: ErrorOptions & { readonly excerpt?: string; readonly body?: string } = {}) {
    super(message, options);
    this.excerpt = (options.excerpt ?? options.body ?? "").slice(0, 200);
    this.body = options.body?.slice(0, MAX_BODY_CHARS);
  }
}

/** Wrong usage, input or settings; nothing was sent. */
export class InputError extends ResearchError {
  /** The name of the class. */
  override readonly name: string = "InputError";
  /** The options of the call that the message names, like `maxCost`; a command shows its flags instead. */
  readonly options: readonly string[];

  /**
   * Says what cannot be used.
   * @param message A sentence that starts with "Cannot".
   * @param options `options` are the names of options in the message.
   */
  constructor(
    message: string,
    { options = [], ...rest }: ErrorOptions & { readonly options?: readonly string[] } = {},
  ) {
    super(message, rest);
    this.options = options;
  }
}

/** Invalid or contradictory settings. */
export class SettingsError extends InputError {
  /** Name of the class. */
  override readonly name = "SettingsError";
}
