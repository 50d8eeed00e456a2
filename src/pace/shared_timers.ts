import type { Clock } from "./clock.ts";

/** The runtime's timers fire at once for a longer delay. */
const LONGEST_MS = 2 ** 31 - 1;
/** A timer so late means that the process did not run: it was stopped, or a lid was closed. */
const STOPPED_MS = 1_000;
/** What waits in the sockets of a process that was stopped is read first, in this time. */
const GRACE_MS = 2_000;

/**
 * A clock whose waits of equal length share one timer. The calls of a client wait equally long, and nearly all of them
 * cancel the wait: a timer each would cost processor time. Timers of the runtime (Deno 2.9) also stay linked after they
 * are cleared, so that what their callbacks reference survives minor garbage collections.
 * @returns A clock whose waits end when those of the given one do, never early; after a time in which the process was
 * stopped, 2 s later, because what was waited for may have come.
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
  /** Undefined once it was called or cancelled. */
  callback: (() => void) | undefined;
  before: Wait | undefined;
  after: Wait | undefined;
}

/**
 * Waits of equal length: the first to begin is the first to end. A linked list, because a `Set` that lives this long
 * keeps deleted entries reachable until its table is collected.
 */
class EqualWaits {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #end: () => void;
  #first: Wait | undefined;
  #last: Wait | undefined;
  #stop: (() => void) | undefined;
  #isGrace = false;

  /** @param options `end` is called when no wait is left. */
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

  /** The timer may fire early: its own wait was cancelled, or its delay was rounded. */
  #ring(): void {
    const nowMs = this.#clock.monotonicMs();
    const lateMs = nowMs - (this.#first?.dueMs ?? nowMs);
    this.#isGrace = !this.#isGrace && lateMs >= STOPPED_MS;
    if (this.#isGrace) return void (this.#stop = this.#start(GRACE_MS));
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
