import { retryDelayMs } from "../pace/retry_delay.ts";
import { AbortedError, type AttemptsMade, ConnectionError, HttpError } from "./errors.ts";
import type { Watch } from "./watch.ts";
import { readConnectionFailure } from "./connection_failure.ts";

/** Further attempts, where a caller does not say. */
const DEFAULT_RETRIES = 2;

/** What the calls of one client share. */
export interface Retrying {
  readonly budget: RetryBudget;
  /** Whether the service runs a repeated request once; asked after each failure, because a reply may have told. */
  readonly isIdempotent: boolean;
  random(): number;
}

/** What the attempts of one call go by. */
export interface AttemptsOptions {
  /** Further attempts; see `CallOptions`. */
  readonly retries: number | undefined;
  /** Only reads: running the request twice does no harm. */
  readonly isSafe: boolean;
  readonly watch: Watch;
}

/** The attempts of one call. */
export class Attempts {
  readonly #client: Retrying;
  readonly #options: AttemptsOptions;
  readonly #retries: number;
  #made = 0;
  #mayHaveRun = false;

  /** @throws {RangeError} when `retries` is not a whole number, 0 or more. */
  constructor(client: Retrying, options: AttemptsOptions) {
    const { retries = DEFAULT_RETRIES } = options;
    if (!Number.isSafeInteger(retries) || retries < 0) {
      throw new RangeError(`Cannot use ${retries} retries: it must be a whole number, 0 or more`);
    }
    this.#client = client;
    this.#options = options;
    this.#retries = retries;
  }

  /** Does something until it succeeds or must not be tried again. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work();
        this.succeeded();
        return result;
      } catch (error) {
        await this.failed(error);
      }
    }
  }

  succeeded(): void {
    this.#client.budget.refill();
  }

  /**
   * Waits until the next attempt is due.
   *
   * @throws The error, told with the number of attempts, when there shall be no other.
   */
  async failed(error: unknown): Promise<void> {
    this.#made++;
    if (!(error instanceof HttpError || error instanceof ConnectionError)) throw error;
    const { watch } = this.#options;
    const askedMs = error instanceof HttpError ? error.retryAfterMs : undefined;
    const delayMs = retryDelayMs(this.#made, { random: this.#client.random, askedMs });
    const end = this.#endOf(error, delayMs);
    if (end !== undefined) throw error.after({ ...end, attempts: this.#made, delivery: this.#deliveryOf(error) });
    this.#mayHaveRun ||= !surelyDidNotRun(error);
    await watch.sleep(delayMs);
    if (!watch.signal.aborted) return;
    const delivery = this.#mayHaveRun ? "maybe_sent" : "not_sent";
    throw new AbortedError(watch.action, { cause: watch.signal.reason, delivery });
  }

  /** Why there shall be no other attempt; nothing when there shall be one. */
  #endOf(error: HttpError | ConnectionError, delayMs: number): AttemptsMade | undefined {
    const { watch, isSafe } = this.#options;
    const maxAskedMs = watch.limits.retryAfterMs;
    const isRepeatable = isSafe || this.#client.isIdempotent;
    if (this.#made > this.#retries || !mayRetry(error, { isRepeatable })) return {};
    const askedMs = error instanceof HttpError ? error.retryAfterMs ?? 0 : 0;
    if (askedMs > maxAskedMs) {
      return {
        gaveUp: `the service asks to wait ${askedMs / 1000} s, more than ${maxAskedMs / 1000} s (limit retryAfterMs)`,
      };
    }
    if (delayMs >= watch.leftMs) return { gaveUp: `it would come after the whole time (limit totalMs)` };
    return this.#client.budget.take() ? undefined : { gaveUp: "too many calls of this client failed (retry budget)" };
  }

  #deliveryOf(error: HttpError | ConnectionError): AttemptsMade["delivery"] {
    return this.#mayHaveRun && surelyDidNotRun(error) ? "maybe_sent" : undefined;
  }
}

const FULL = 100;
const RETRY_COST = 5;
const SUCCESS_GAIN = 1;

/**
 * How much a client may still retry, over all its calls: where most calls fail, retries would only add to the load.
 * Twenty in a row empty it; a service that answers fills it again.
 */
export class RetryBudget {
  #tokens = FULL;

  /** Pays for one retry; false when it cannot. */
  take(): boolean {
    if (this.#tokens < RETRY_COST) return false;
    this.#tokens -= RETRY_COST;
    return true;
  }

  /** A call succeeded. */
  refill(): void {
    this.#tokens = Math.min(FULL, this.#tokens + SUCCESS_GAIN);
  }
}

/**
 * Whether a failed attempt may be followed by another: when it surely did not run, or when `isRepeatable` says
 * that running it again does no harm. The service's own word, `x-should-retry`, goes before all else.
 */
function mayRetry(error: HttpError | ConnectionError, { isRepeatable }: { isRepeatable: boolean }): boolean {
  if (error instanceof HttpError) return error.shouldRetry ?? (wasRefused(error) || (isRepeatable && mayPass(error)));
  const { isLasting } = readConnectionFailure(error.cause);
  return error.delivery === "not_sent" ? !isLasting : isRepeatable;
}

/** Whether a failed attempt surely did not run. */
function surelyDidNotRun(error: HttpError | ConnectionError): boolean {
  return error instanceof HttpError ? wasRefused(error) : error.delivery === "not_sent";
}

/**
 * Turned away before it ran. A 503 says so only when it also says when to come back: gateways send a bare one
 * when the connection behind them broke, with the request under way.
 */
function wasRefused({ status, retryAfterMs }: HttpError): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined);
}

const PASSING: readonly number[] = [408, 500, 502, 503, 504];

function mayPass({ status }: HttpError): boolean {
  return PASSING.includes(status);
}
