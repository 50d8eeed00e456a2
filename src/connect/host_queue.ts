import type { Clock } from "../pace/clock.ts";
import { RateLimit, type RateState, type RateWindow } from "../pace/rate_limit.ts";
import { wait } from "../pace/wait.ts";

/** What a queue remembers of earlier fetches. */
export interface QueuePast {
  /** Requests that were sent, by the wall clock. */
  readonly starts: RateState["starts"];
  /** Until when nothing may be sent, in milliseconds of the wall clock; 0 where it may. */
  readonly pausedUntilMs: number;
}

/** A window is full for longer than the caller waits. */
export class RateUsedUp extends Error {
  /** The name of the class. */
  override readonly name = "RateUsedUp";
  /** Until the next request may leave, in milliseconds. */
  readonly waitMs: number;

  /** @param waitMs Until the next request may leave, in milliseconds. */
  constructor(waitMs: number) {
    super(`Cannot ask: the rate is used up for ${Math.ceil(waitMs / 1000)} s`);
    this.waitMs = waitMs;
  }
}

/** Requests of a longer window may come all at once: 50 an hour would be one every 72 s. */
const SPREAD_UP_TO_MS = 60_000;

/** The queue of hosts that share a rate: requests leave it one by one, in the order in which they came. */
export class HostQueue {
  readonly #clock: Clock;
  readonly #rate: RateLimit;
  readonly #onStart: (wallMs: number) => void;
  /** By the monotonic clock. */
  #pausedUntilMs = -Infinity;
  #last: Promise<void> = Promise.resolve();

  /**
   * @param windows The most requests in any span of these lengths.
   * @param options `onStart` writes a request down before it is sent, so that the rate holds after a crash.
   */
  constructor(windows: readonly RateWindow[], { clock, past, onStart }: {
    readonly clock: Clock;
    readonly past: QueuePast;
    onStart(wallMs: number): void;
  }) {
    this.#clock = clock;
    const now = { nowMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
    const spread = windows.map((window) => ({ ...window, isSpread: window.perMs <= SPREAD_UP_TO_MS }));
    this.#rate = new RateLimit(spread, { state: { starts: past.starts }, now });
    this.#onStart = onStart;
    this.pause(past.pausedUntilMs - now.wallMs);
  }

  /** How long the pause lasts from now on, in milliseconds; 0 without one. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.#clock.monotonicMs());
  }

  /** Sends nothing for a time; a longer pause stays. */
  pause(delayMs: number): void {
    if (delayMs > 0) this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.monotonicMs() + delayMs);
  }

  /**
   * Resolves when the next request may leave: it is counted and written down. Rejects when the signal aborts.
   * @param mostMs The longest wait for the rate; a pause is waited for, whoever set it.
   * @throws {RateUsedUp} when it would be longer.
   */
  turn(signal: AbortSignal, mostMs = Infinity): Promise<void> {
    const turn = this.#last.then(() => this.#take(signal, mostMs));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #take(signal: AbortSignal, mostMs: number): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const rateMs = this.#rate.waitMs(this.#clock.monotonicMs());
      if (rateMs > mostMs) throw new RateUsedUp(rateMs);
      const waitMs = Math.max(this.pausedMs, rateMs);
      if (waitMs === 0) break;
      await wait(waitMs, { clock: this.#clock, signal });
    }
    this.#onStart(this.#clock.now().getTime());
    this.#rate.take(this.#clock.monotonicMs());
  }
}
