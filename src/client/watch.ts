import type { Clock } from "../pace/clock.ts";
import { type TimeLimit, TimeoutError } from "./errors.ts";
import type { WholeLimits } from "./limits.ts";

/** Timer checks per limit while a wait is renewed: it ends late by a hundredth of the limit at most. */
const LOOKS = 100;

/** A limit and its length. */
interface Wait {
  readonly limit: TimeLimit;
  readonly waitMs: number;
}

/** Enforces the time limits of one call, of the current phase and of the whole, by aborting the call's signal. */
export class Watch {
  readonly #clock: Clock;
  readonly limits: WholeLimits;
  /** Completes the sentence "Cannot ...". */
  readonly action: string;
  readonly #endMs: number;
  readonly #controller = new AbortController();
  readonly #stopTotal: () => void;
  readonly #caller: AbortSignal | undefined;
  readonly #onCallerAbort = () => this.cancel(this.#caller?.reason);
  #timer: { readonly wait: Wait; readonly looksOften: boolean; readonly stop: () => void } | undefined;
  #isWaiting = false;
  /** Whether the wait was renewed since the last timer check. */
  #isRenewed = false;
  /** When the wait began; late by the time between two checks at most. */
  #sinceMs = 0;

  /** @param options `action` completes the sentence "Cannot ..."; `signal` is the caller's. */
  constructor(
    clock: Clock,
    limits: WholeLimits,
    options: { readonly action: string; readonly signal?: AbortSignal | undefined },
  ) {
    this.#clock = clock;
    this.limits = limits;
    this.action = options.action;
    this.#endMs = clock.monotonicMs() + limits.totalMs;
    this.#stopTotal = clock.schedule(limits.totalMs, () => this.#give("totalMs"));
    this.#caller = options.signal;
    this.#caller?.addEventListener("abort", this.#onCallerAbort);
    if (this.#caller?.aborted) this.cancel(this.#caller.reason);
  }

  /** Time left of the whole call, in milliseconds. */
  get leftMs(): number {
    return this.#endMs - this.#clock.monotonicMs();
  }

  /** Waits; resolves early when the call's signal aborts. */
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
   * Starts a wait in place of the current one. Renewing the same wait only sets a flag for a timer that checks often:
   * reading the clock for every event would cost a tenth of reading the event.
   *
   * @param atMostMs A wait shorter than the limit.
   */
  await(limit: Exclude<TimeLimit, "totalMs">, atMostMs = Infinity): void {
    const waitMs = Math.min(this.limits[limit], atMostMs);
    if (waitMs === this.limits.totalMs) return this.pause(); // the limit of the whole began earlier
    const timer = this.#timer;
    const isAgain = timer !== undefined && timer.wait.limit === limit && timer.wait.waitMs === waitMs;
    this.#isWaiting = true;
    this.#isRenewed = isAgain && timer.looksOften;
    if (this.#isRenewed) return;
    timer?.stop();
    this.#sinceMs = this.#clock.monotonicMs();
    this.#start({ limit, waitMs }, { delayMs: isAgain ? waitMs / LOOKS : waitMs, looksOften: isAgain });
  }

  /** Pauses the wait while the reader is busy. */
  pause(): void {
    this.#isWaiting = false;
  }

  /** Aborts the call and clears its timers. */
  cancel(reason?: unknown): void {
    this.stop();
    this.#controller.abort(reason);
  }

  /** Ends the call: clears its timers and listeners. */
  stop(): void {
    this.#timer?.stop();
    this.#stopTotal();
    this.#caller?.removeEventListener("abort", this.#onCallerAbort);
  }

  #start(wait: Wait, { delayMs, looksOften }: { readonly delayMs: number; readonly looksOften: boolean }): void {
    this.#timer = { wait, looksOften, stop: this.#clock.schedule(delayMs, () => this.#look(wait)) };
  }

  #look(wait: Wait): void {
    this.#timer = undefined;
    if (!this.#isWaiting) return; // the next wait starts a timer
    const nowMs = this.#clock.monotonicMs();
    if (this.#isRenewed) this.#sinceMs = nowMs;
    const leftMs = this.#sinceMs + wait.waitMs - nowMs;
    if (leftMs <= 0) return this.#give(wait.limit);
    this.#start(wait, { delayMs: this.#isRenewed ? wait.waitMs / LOOKS : leftMs, looksOften: this.#isRenewed });
    this.#isRenewed = false;
  }

  #give(limit: TimeLimit): void {
    this.cancel(new TimeoutError(this.action, limit, this.limits[limit]));
  }
}
