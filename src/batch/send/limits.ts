import { InputError } from "../../protocol/errors.ts";
import type { RateWindow } from "../../pace/rate_limit.ts";

/** How fast a run goes, what it may cost, and when it stops; all of it optional. */
export interface RunLimits {
  /**
   * Most requests at once, from 1. Default: `auto`, which begins with 8, grows while the service refuses nothing
   * (statuses 429 and 503; latency is ignored), and stays at what the service accepts.
   */
  readonly concurrency?: number | "auto" | undefined;
  /** Most requests begun within any window of time; every window holds. Default: none. */
  readonly rate?: readonly RateWindow[] | undefined;
  /** Longest wait for one answer, in milliseconds. Default: 10 minutes. */
  readonly attemptMs?: number | undefined;
  /**
   * Longest time from the first attempt at a request that was not refused to its last, in milliseconds.
   * Default: 1 hour.
   */
  readonly requestMs?: number | undefined;
  /**
   * Longest time without an outcome, in milliseconds; waits that the service asked for do not count.
   * Default: 30 minutes.
   */
  readonly stallMs?: number | undefined;
  /** Time after which nothing is sent. Default: none. */
  readonly until?: Date | undefined;
  /** Most requests sent, repeats included, over all calls that work on the run. Default: no limit. */
  readonly maxRequests?: number | undefined;
  /** Price of one request, above 0, in any currency. Default: unknown. */
  readonly price?: number | undefined;
  /**
   * Most that the requests may cost together; needs `price`. A request is paid for before it is sent.
   * Default: no limit.
   */
  readonly maxCost?: number | undefined;
  /** Most failed requests: a count, or a share (0 to 1) of the finished requests, from 20 on. Default: no limit. */
  readonly maxFailures?: { readonly count: number } | { readonly share: number } | undefined;
}

/**
 * Checks the limits of a run.
 * @throws {InputError} when one is not a number that it can be, or needs another.
 */
export function checkLimits({ concurrency = "auto", maxRequests = 1, price, maxCost, maxFailures }: RunLimits): void {
  if (concurrency !== "auto") checkWhole("concurrency", concurrency, 1);
  checkWhole("maxRequests", maxRequests, 1);
  for (const [name, value] of Object.entries({ price, maxCost })) {
    if (value !== undefined && !(value > 0 && value < Infinity)) {
      throw new InputError(`Cannot use ${value} as ${name}: it is not a number above 0`, { options: [name] });
    }
  }
  if (maxCost !== undefined && price === undefined) {
    throw new InputError(`Cannot use maxCost ${maxCost}: it needs price`, { options: ["maxCost", "price"] });
  }
  if (maxCost !== undefined && price !== undefined && maxCost < price) {
    const message = `Cannot use maxCost ${maxCost}: one request costs ${price}, so none could be sent`;
    throw new InputError(message, { options: ["maxCost"] });
  }
  if (maxFailures !== undefined && "share" in maxFailures && !(maxFailures.share >= 0 && maxFailures.share <= 1)) {
    const message = `Cannot use a share of ${maxFailures.share} as maxFailures: it is not from 0 to 1`;
    throw new InputError(message, { options: ["maxFailures"] });
  }
  if (maxFailures !== undefined && "count" in maxFailures) checkWhole("maxFailures", maxFailures.count, 0);
}

/** @throws {InputError} when the value of an option is not a whole number from `least`. */
export function checkWhole(option: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  const message = `Cannot use ${value} as ${option}: it is not a whole number from ${least}`;
  throw new InputError(message, { options: [option] });
}
