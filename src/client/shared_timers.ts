import type { Clock } from "../pace/clock.ts";

/** The runtime's timers take no longer delay: they would ring at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * A clock whose waits of one length share a timer. The calls of a client wait equally long and nearly all of them stop
 * waiting early: a timer of its own for each wait costs more than to send the request.
 *
 * @returns A clock whose waits end when those of the given one would, never early.
 */
export function sharedTimers(clock: Clock): Clock {
  const waitsByDelay = new Map<number, EqualWaits>();
  return {
    monotonicMs: () => clock.monotonicMs(),
    now: () => clock.now(),
    schedule(delayMs, callback) {
      let waits = waitsByDelay.get(delayMs);
      if (waits === undefined) {
        waits = new EqualWaits(clock, { delayMs, end: () => waitsByDelay.delete(delayMs) });
        waitsByDelay.set(delayMs, waits);
      }
      return waits.add(callback);
    },
  };
}

interface Wait {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** Waits of one length, so that whichever began first ends first. */
class EqualWaits {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #end: () => void;
  readonly #waits = new Set<Wait>();
  #stop: (() => void) | undefined;

  /** @param options `end` is called when nothing waits any more. */
  constructor(clock: Clock, options: { readonly delayMs: number; readonly end: () => void }) {
    this.#clock = clock;
    this.#delayMs = options.delayMs;
    this.#end = options.end;
  }

  add(callback: () => void): () => void {
    const wait = { dueMs: this.#clock.monotonicMs() + this.#delayMs, callback };
    this.#waits.add(wait);
    if (this.#stop === undefined) this.#start(this.#delayMs);
    return () => this.#remove(wait);
  }

  #start(delayMs: number): void {
    this.#stop = this.#clock.schedule(Math.min(delayMs, LONGEST_MS), () => this.#ring());
  }

  /** A timer may ring too early, when who began it has stopped waiting, or by the rounding of its delay. */
  #ring(): void {
    const nowMs = this.#clock.monotonicMs();
    try {
      for (const wait of this.#waits) {
        if (wait.dueMs > nowMs) break;
        this.#waits.delete(wait);
        wait.callback();
      }
    } finally {
      this.#goOn(nowMs);
    }
  }

  #goOn(nowMs: number): void {
    const [next] = this.#waits;
    if (next === undefined) this.#rest();
    else this.#start(Math.max(1, Math.ceil(next.dueMs - nowMs)));
  }

  #remove(wait: Wait): void {
    if (this.#waits.delete(wait) && this.#waits.size === 0) this.#rest();
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#end();
  }
}
