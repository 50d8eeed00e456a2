import { ResearchError } from "./errors.ts";

/** HTTP statuses of a `RequestError`. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 416 | 422 | 429 | 431 | 503;

/** Options of a `RequestError`. */
export interface RefusalOptions extends ErrorOptions {
  readonly status: RefusalStatus;
  /** Machine-readable reason, like `unknown_company`. */
  readonly code: string;
  /** The invalid field of the request. */
  readonly param?: string | undefined;
  /** Names similar to an unknown one. */
  readonly nearest?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request that the service rejects; all its fields may be shown to the caller. */
export class RequestError extends ResearchError {
  override readonly name = "RequestError";
  /** HTTP status of the reply. */
  readonly status: RefusalStatus;
  /** Machine-readable reason. */
  readonly code: string;
  /** The invalid field of the request. */
  readonly param: string | undefined;
  /** Names similar to an unknown one; absent if not searched for. */
  readonly nearest: readonly string[] | undefined;
  /** Further headers of the reply, like `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param message A sentence that starts with "Cannot", shown to the caller.
   * @param options Status, code and further parts of the reply.
   */
  constructor(message: string, options: RefusalOptions) {
    super(message, options);
    this.status = options.status;
    this.code = options.code;
    this.param = options.param;
    this.nearest = options.nearest;
    this.headers = options.headers ?? {};
  }
}
