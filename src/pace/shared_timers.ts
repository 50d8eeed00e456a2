import type { Clock } from "./clock.ts";

/** The runtime's timers take no longer delay: they would ring at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * A clock whose waits of one length share a timer. The calls of a client wait equally long and nearly all of them stop
 * waiting early: a timer of its own for each wait costs more than to send the request. The runtime's timers (Deno 2.9)
 * also hang together after they were stopped: what their callbacks hold outlives the garbage collector's quick rounds.
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
  /** Nothing once it has rung, or was left. */
  callback: (() => void) | undefined;
  before: Wait | undefined;
  after: Wait | undefined;
}

/**
 * Waits of one length, so that whichever began first ends first. They hang together by themselves: a `Set` as long-lived
 * as this one keeps what was taken out of it from the garbage collector's quick rounds.
 */
class EqualWaits {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #end: () => void;
  #first: Wait | undefined;
  #last: Wait | undefined;
  #stop: (() => void) | undefined;

  /** @param options `end` is called when nothing waits any more. */
  constructor(clock: Clock, options: { readonly delayMs: number; readonly end: () => void }) {
    this.#clock = clock;
    this.#delayMs = options.delayMs;
    this.#end = options.end;
  }

  add(callback: () => void): () => void {
    const before = this.#last;
    const wait: Wait = { dueMs: this.#clock.monotonicMs() + this.#delayMs, callback, before, after: undefined };
    this.#last = wait;
    if (before === undefined) this.#first = wait;
    else before.after = wait;
    this.#stop ??= this.#start(this.#delayMs);
    return () => this.#leave(wait);
  }

  #start(delayMs: number): () => void {
    return this.#clock.schedule(Math.min(delayMs, LONGEST_MS), () => this.#ring());
  }

  /** A timer may ring too early, when who began it has stopped waiting, or by the rounding of its delay. */
  #ring(): void {
    const nowMs = this.#clock.monotonicMs();
    try {
      for (let wait = this.#first; wait !== undefined && wait.dueMs <= nowMs; wait = this.#first) this.#take(wait)?.();
    } finally {
      this.#goOn(nowMs);
    }
  }

  #goOn(nowMs: number): void {
    const next = this.#first;
    if (next === undefined) this.#rest();
    else this.#stop = this.#start(Math.max(1, Math.ceil(next.dueMs - nowMs)));
  }

  #leave(wait: Wait): void {
    if (this.#take(wait) !== undefined && this.#first === undefined) this.#rest();
  }

  #take(wait: Wait): (() => void) | undefined {
    const { callback, before, after } = wait;
    if (callback === undefined) return undefined;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    wait.callback = wait.before = wait.after = undefined;
    return callback;
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#end();
  }
}
