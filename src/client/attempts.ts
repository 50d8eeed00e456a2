import { retryDelayMs } from "../pace/retry_delay.ts";
import { AbortedError, type AttemptsMade, ConnectionError, HttpError } from "./errors.ts";
import type { Watch } from "./watch.ts";
import { readConnectionFailure } from "./connection_failure.ts";

/** Default number of further attempts. */
const DEFAULT_RETRIES = 2;

/** State that all calls of a client share. */
export interface Retrying {
  readonly budget: RetryBudget;
  /** Whether the service runs a repeated request once. Read after each failure, because a reply may change it. */
  readonly isIdempotent: boolean;
  random(): number;
}

/** Options of the attempts of one call. */
export interface AttemptsOptions {
  /** Further attempts; see `CallOptions`. */
  readonly retries: number | undefined;
  /** Whether the request only reads, so that running it twice is harmless. */
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

  /** Runs `work` until it succeeds or must not be repeated. */
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
   * Waits for the next attempt.
   *
   * @throws The error, with the number of attempts, when there is no next attempt.
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

  /** Why there is no next attempt; undefined when there is one. */
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
    if (delayMs >= watch.leftMs) return { gaveUp: "the next attempt would come too late (limit totalMs)" };
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
 * How many retries a client has left, over all its calls: where most calls fail, retries would only add to the load.
 * Twenty in a row use it up; successful calls refill it.
 */
export class RetryBudget {
  #tokens = FULL;

  /** Takes one retry; false when the budget is used up. */
  take(): boolean {
    if (this.#tokens < RETRY_COST) return false;
    this.#tokens -= RETRY_COST;
    return true;
  }

  /** Records a successful call. */
  refill(): void {
    this.#tokens = Math.min(FULL, this.#tokens + SUCCESS_GAIN);
  }
}

/**
 * Whether a failed attempt may be repeated: when it certainly did not run, or when running it again is harmless
 * (`isRepeatable`). The service's own `x-should-retry` takes precedence.
 */
function mayRetry(error: HttpError | ConnectionError, { isRepeatable }: { isRepeatable: boolean }): boolean {
  if (error instanceof HttpError) {
    return error.shouldRetry ?? (wasRefused(error) || (isRepeatable && PASSING.includes(error.status)));
  }
  const { isLasting } = readConnectionFailure(error.cause);
  return error.delivery === "not_sent" ? !isLasting : isRepeatable;
}

/** Whether a failed attempt certainly did not run. */
function surelyDidNotRun(error: HttpError | ConnectionError): boolean {
  return error instanceof HttpError ? wasRefused(error) : error.delivery === "not_sent";
}

/**
 * Whether a request was refused before it ran. A 503 means that only with `Retry-After`: gateways send one without
 * when the connection behind them breaks during a request.
 */
function wasRefused({ status, retryAfterMs }: HttpError): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined);
}

const PASSING: readonly number[] = [408, 500, 502, 503, 504];
