import type { Clock } from "../pace/clock.ts";
import { type TimeLimit, TimeoutError } from "./errors.ts";
import type { WholeLimits } from "./limits.ts";

/** The time limits of one call: one phase at a time, and the whole beside it. Aborts the call's signal. */
export class Watch {
  readonly #clock: Clock;
  readonly #limits: WholeLimits;
  readonly #action: string;
  readonly #controller = new AbortController();
  readonly #stopTotal: () => void;
  readonly #forgetCaller: () => void;
  #stopPhase: () => void = () => {};

  /** @param options `action` completes the sentence "Cannot ..."; `signal` is the caller's. */
  constructor(
    clock: Clock,
    limits: WholeLimits,
    options: { readonly action: string; readonly signal?: AbortSignal | undefined },
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#action = options.action;
    this.#stopTotal = this.#start("totalMs");
    this.#forgetCaller = this.#follow(options.signal);
  }

  /** Aborted by a limit (with a {@linkcode TimeoutError}), by the caller, or by `cancel`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts to wait for something, in place of what was waited for before. */
  await(limit: Exclude<TimeLimit, "totalMs">): void {
    this.#stopPhase();
    this.#stopPhase = this.#start(limit);
  }

  /** Nothing is waited for: it is the reader's turn. */
  pause(): void {
    this.#stopPhase();
  }

  /** Ends the call's work; every timer is gone. */
  cancel(reason?: unknown): void {
    this.stop();
    this.#controller.abort(reason);
  }

  /** The call is over; every timer and listener is gone. */
  stop(): void {
    this.#stopPhase();
    this.#stopTotal();
    this.#forgetCaller();
  }

  #start(limit: TimeLimit): () => void {
    const limitMs = this.#limits[limit];
    return this.#clock.schedule(limitMs, () => this.cancel(new TimeoutError(this.#action, limit, limitMs)));
  }

  #follow(signal: AbortSignal | undefined): () => void {
    if (signal === undefined) return () => {};
    const abort = () => this.cancel(signal.reason);
    if (signal.aborted) queueMicrotask(abort);
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }
}
