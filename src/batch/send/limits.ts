import type { RateWindow } from "../../pace/rate_limit.ts";

/** How fast a run goes, what it may cost, and when it stops; all of it optional. */
export interface RunLimits {
  /**
   * Most requests at once, from 1. Default: `auto`, which begins with 8, grows while the service refuses nothing
   * (statuses 429 and 503; latency is ignored), and stays at what the service takes.
   */
  readonly concurrency?: number | "auto" | undefined;
  /** Most requests begun within any span of time; all of them hold at once. Default: none. */
  readonly rate?: readonly RateWindow[] | undefined;
  /** Longest wait for one answer, in milliseconds. Default: 10 minutes. */
  readonly attemptMs?: number | undefined;
  /** Longest time from a request's first attempt that was not turned away to its last, in milliseconds. Default: 1 hour. */
  readonly requestMs?: number | undefined;
  /** Longest time without an outcome, waits that the service asked for aside, in milliseconds. Default: 30 minutes. */
  readonly stallMs?: number | undefined;
  /** Nothing is sent after this moment. */
  readonly until?: Date | undefined;
  /** Most requests sent, repeats included, over all calls that work on the run. */
  readonly maxRequests?: number | undefined;
  /** Price of one request, above 0, in any currency. */
  readonly price?: number | undefined;
  /** Most that the requests may cost together; needs `price`. A request is reserved before it is sent. */
  readonly maxCost?: number | undefined;
  /** Most failed requests: a count, or a share of the finished requests (0 to 1, from 20 on). */
  readonly maxFailures?: { readonly count: number } | { readonly share: number } | undefined;
}
