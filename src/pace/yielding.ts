import { setImmediate } from "node:timers/promises";
import type { Clock } from "./clock.ts";

/** Reading this many rows takes about 5 ms; with fewer, a run that sends fast would leave too little time for it. */
const ROWS_A_TURN = 512;
/** An idle turn of the event loop takes less than this. */
const QUIET_MS = 0.5;
/** Low-priority work yields for up to four times the time it used, 2 s at most. */
const PATIENCE = 4;
const MAX_WAIT_MS = 2_000;

/** When long work, done in pieces, may continue. */
export interface Turns {
  /**
   * Yields; resolves when the next piece may run.
   * @throws The reason of the signal when the work is aborted.
   */
  next(): Promise<void>;
}

/** For work that a caller awaits: yields one turn of the event loop between two pieces. */
export function timeSlices(signal?: AbortSignal): Turns {
  return {
    async next() {
      await setImmediate();
      signal?.throwIfAborted();
    },
  };
}

/**
 * For background work: continues after an idle turn of the event loop, and uses a fifth of the time while there is
 * none. After waiting two seconds in all it continues in every turn, because SQLite cannot truncate a ledger's log
 * during a long read, and a restart after a kill would have to read all of it.
 */
export class SpareTurns implements Turns {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #signal: AbortSignal;
  #sinceMs: number;
  #workedMs = 0;
  #waitedMs = 0;

  constructor(clock: Pick<Clock, "monotonicMs">, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#sinceMs = clock.monotonicMs();
  }

  /** Time the work itself has used, in milliseconds. */
  get workedMs(): number {
    return this.#workedMs + this.#clock.monotonicMs() - this.#sinceMs;
  }

  async next(): Promise<void> {
    const startMs = this.#clock.monotonicMs();
    const pieceMs = startMs - this.#sinceMs;
    this.#workedMs += pieceMs;
    const latestMs = startMs + Math.min(PATIENCE * pieceMs, MAX_WAIT_MS - this.#waitedMs);
    let nowMs = startMs;
    let beforeMs: number;
    do {
      await setImmediate();
      this.#signal.throwIfAborted();
      beforeMs = nowMs;
      nowMs = this.#clock.monotonicMs();
    } while (nowMs - beforeMs >= QUIET_MS && nowMs < latestMs);
    this.#waitedMs += nowMs - startMs;
    this.#sinceMs = nowMs;
  }
}

/**
 * Iterates without blocking the event loop.
 * @param turns When to continue.
 * @param options Values per turn. Default: 512, which suits rows that are only read.
 * @throws What `turns` throws.
 */
export async function* inTurns<T>(
  all: Iterable<T>,
  turns: Turns,
  { every = ROWS_A_TURN }: { readonly every?: number } = {},
): AsyncGenerator<T, void, undefined> {
  let count = 0;
  for (const one of all) {
    if (count++ % every === 0) await turns.next();
    yield one;
  }
}
