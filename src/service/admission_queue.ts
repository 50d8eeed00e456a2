import type { Clock } from "../pace/clock.ts";
import { RequestError } from "../protocol/request_error.ts";

/** Options of a {@linkcode AdmissionQueue}. */
export interface QueueOptions {
  /** How many may work at once, 1 or more. */
  readonly places: number;
  /** Longest wait for a place, in milliseconds. */
  readonly maxWaitMs: number;
  /** How long one works, until some have: milliseconds. */
  readonly usualMs: number;
  readonly clock: Pick<Clock, "now" | "schedule">;
}

/** A line at a moment. */
export interface QueueLoad {
  /** How many may work at once. */
  readonly places: number;
  /** How many do. */
  readonly running: number;
  /** How many wait for a place. */
  readonly waiting: number;
  /** Milliseconds that a further request of a new caller would wait for one. */
  readonly expectedWaitMs: number;
}

/** A place that is taken. */
export interface Place {
  /** Gives it up; a second call has no effect. Only the time of work that came to its end is learned from. */
  leave(options: { readonly isWhole: boolean }): void;
}

interface Waiting {
  readonly enter: () => void;
}

/** The part of the longest wait that the expected one may reach; the rest is for estimates that prove too short. */
const ACCEPTED_SHARE = 0.8;
/** Weight of the newest time in the mean: ten answers of another kind move it by two thirds. */
const NEWEST_SHARE = 0.1;

/**
 * Decides when accepted work starts. Callers take turns, so that the many requests of one do not hold up the only one
 * of another. Work that would wait too long is refused at once, and nothing waits longer than the limit.
 */
export class AdmissionQueue {
  readonly #options: QueueOptions;
  /** By caller, in order of their turns; a caller without any is removed. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #meanMs: number;

  /** @param options Its places, and its limit. */
  constructor(options: QueueOptions) {
    this.#options = options;
    this.#meanMs = options.usualMs;
  }

  /** The line at this moment. */
  get load(): QueueLoad {
    const waiting = this.#waiting.values().reduce((sum, all) => sum + all.length, 0);
    return { places: this.#options.places, running: this.#running, waiting, expectedWaitMs: this.#expectedMs() };
  }

  /**
   * Waits for a place.
   * @param owner The caller, for turns.
   * @param signal Gives up waiting.
   * @throws {RequestError} 429 at once when the wait is expected to be too long, or at its limit when it was.
   * @throws the signal's reason on abort.
   */
  async enter(owner: string, signal: AbortSignal): Promise<Place> {
    signal.throwIfAborted();
    if (this.#running < this.#options.places) {
      this.#running++;
      return this.#place();
    }
    const expectedMs = this.#expectedMs(owner);
    const limitMs = this.#options.maxWaitMs * ACCEPTED_SHARE;
    if (expectedMs > limitMs) throw this.#tooLong("is expected to wait longer", expectedMs - limitMs);
    await this.#turn(owner, signal); // whoever leaves hands over the place
    return this.#place();
  }

  #turn(owner: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const settle = (then: () => void) => {
      cancel();
      signal.removeEventListener("abort", leave);
      then();
    };
    const waiting = { enter: () => settle(resolve) };
    const giveUp = (reason: unknown) => {
      this.#remove(owner, waiting);
      settle(() => reject(reason));
    };
    const leave = () => giveUp(signal.reason);
    const { clock, maxWaitMs } = this.#options;
    const cancel = clock.schedule(maxWaitMs, () => giveUp(this.#tooLong("waited longer", this.#expectedMs(owner))));
    signal.addEventListener("abort", leave, { once: true });
    this.#waiting.getOrInsert(owner, []).push(waiting);
    return promise;
  }

  #remove(owner: string, waiting: Waiting): void {
    const rest = (this.#waiting.get(owner) ?? []).filter((one) => one !== waiting);
    if (rest.length > 0) this.#waiting.set(owner, rest); // in its old place
    else this.#waiting.delete(owner);
  }

  #place(): Place {
    const { clock } = this.#options;
    const startMs = clock.now().getTime();
    let hasLeft = false;
    return {
      leave: ({ isWhole }) => {
        if (hasLeft) return;
        hasLeft = true;
        const tookMs = Math.max(0, clock.now().getTime() - startMs); // the wall clock may be set back
        if (isWhole) this.#meanMs += (tookMs - this.#meanMs) * NEWEST_SHARE;
        this.#next();
      },
    };
  }

  #next(): void {
    for (const [owner, [first, ...rest]] of this.#waiting) {
      this.#waiting.delete(owner);
      if (rest.length > 0) this.#waiting.set(owner, rest); // behind all others
      return first?.enter();
    }
    this.#running--;
  }

  /** How long a request waits that comes now: until every one whose turn is before it has had a place. */
  #expectedMs(owner?: string): number {
    if (this.#running < this.#options.places) return 0;
    const own = owner === undefined ? 0 : this.#waiting.get(owner)?.length ?? 0;
    let ahead = 0;
    for (const [of, { length }] of this.#waiting) ahead += of === owner ? length : Math.min(length, own + 1);
    return (ahead + 1) * this.#meanMs / this.#options.places;
  }

  #tooLong(state: string, overMs: number): RequestError {
    const limit = `${this.#options.maxWaitMs / 1000} s`;
    return new RequestError(`Cannot accept the request: it ${state} than ${limit}, so much is in progress`, {
      status: 429,
      code: "too_many_requests",
      headers: { "retry-after": String(Math.max(1, Math.ceil(overMs / 1000))) },
    });
  }
}
