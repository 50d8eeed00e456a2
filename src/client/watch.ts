import type { Clock } from "../pace/clock.ts";
import { type TimeLimit, TimeoutError } from "./errors.ts";
import type { WholeLimits } from "./limits.ts";

/** The time limits of one call: one phase at a time, and the whole beside it. Aborts the call's signal. */
export class Watch {
  readonly #clock: Clock;
  readonly #limits: WholeLimits;
  /** Completes the sentence "Cannot ...". */
  readonly action: string;
  readonly #endMs: number;
  readonly #controller = new AbortController();
  readonly #stopTotal: () => void;
  readonly #forgetCaller: () => void;
  /** What is waited for; its timer may be older than the wait, see {@linkcode Watch.await}. */
  #timer: { readonly limit: TimeLimit; readonly stop: () => void } | undefined;
  #deadlineMs = Infinity;

  /** @param options `action` completes the sentence "Cannot ..."; `signal` is the caller's. */
  constructor(
    clock: Clock,
    limits: WholeLimits,
    options: { readonly action: string; readonly signal?: AbortSignal | undefined },
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.action = options.action;
    this.#endMs = clock.monotonicMs() + limits.totalMs;
    this.#stopTotal = clock.schedule(limits.totalMs, () => this.#give("totalMs"));
    this.#forgetCaller = this.#follow(options.signal);
    if (options.signal?.aborted) this.cancel(options.signal.reason);
  }

  /** What is left of the whole, in milliseconds. */
  get leftMs(): number {
    return this.#endMs - this.#clock.monotonicMs();
  }

  /** Waits, or less when the call is stopped: its signal says so. */
  sleep(delayMs: number): Promise<void> {
    const { signal } = this;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        stop();
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const stop = this.#clock.schedule(delayMs, wake);
      signal.addEventListener("abort", wake);
    });
  }

  /** Aborted by a limit (with a {@linkcode TimeoutError}), by the caller, or by `cancel`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Starts to wait for something, in place of what was waited for before. Waiting again for the same moves
   * the deadline only: a timer started and stopped for every event would cost more than reading the event.
   *
   * @param atMostMs A shorter wait than the limit allows.
   */
  await(limit: Exclude<TimeLimit, "totalMs">, atMostMs = Infinity): void {
    const waitMs = Math.min(this.#limits[limit], atMostMs);
    this.#deadlineMs = this.#clock.monotonicMs() + waitMs;
    if (this.#timer?.limit === limit && waitMs === this.#limits[limit]) return;
    this.#timer?.stop();
    this.#start(limit, waitMs);
  }

  /** Nothing is waited for: it is the reader's turn. */
  pause(): void {
    this.#deadlineMs = Infinity;
  }

  /** Ends the call's work; every timer is gone. */
  cancel(reason?: unknown): void {
    this.stop();
    this.#controller.abort(reason);
  }

  /** The call is over; every timer and listener is gone. */
  stop(): void {
    this.#timer?.stop();
    this.#stopTotal();
    this.#forgetCaller();
  }

  #start(limit: TimeLimit, delayMs: number): void {
    this.#timer = { limit, stop: this.#clock.schedule(delayMs, () => this.#look(limit)) };
  }

  #look(limit: TimeLimit): void {
    this.#timer = undefined;
    const leftMs = this.#deadlineMs - this.#clock.monotonicMs();
    if (leftMs <= 0) this.#give(limit);
    else if (leftMs < Infinity) this.#start(limit, leftMs);
  }

  #give(limit: TimeLimit): void {
    this.cancel(new TimeoutError(this.action, limit, this.#limits[limit]));
  }

  #follow(signal: AbortSignal | undefined): () => void {
    if (signal === undefined) return () => {};
    const abort = () => this.cancel(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }
}
