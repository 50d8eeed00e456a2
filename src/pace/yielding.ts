import { setImmediate } from "node:timers/promises";
import type { Clock } from "./clock.ts";

/** Reading this many rows takes about 5 ms; fewer, and a run that sends fast would hardly let it go on. */
const ROWS_A_TURN = 512;
/** A turn of the event loop in which nobody had anything to do takes less. */
const QUIET_MS = 0.5;
/** Work that can wait lets others go first for so many times as long as it took itself, and so long in all. */
const PATIENCE = 4;
const MAX_WAIT_MS = 2_000;

/** When long work that is done piece by piece may go on. */
export interface Turns {
  /**
   * Resolves when others had their turn.
   * @throws The reason, when the work shall be given up.
   */
  next(): Promise<void>;
}

/** Work that somebody waits for: the event loop has one turn between two pieces of it. */
export function shortTurns(signal?: AbortSignal): Turns {
  return {
    async next() {
      await setImmediate();
      signal?.throwIfAborted();
    },
  };
}

/**
 * Work that nobody waits for: it goes on when the event loop had a turn with nothing to do, and while there is none it
 * takes a fifth of the time. After two seconds of waiting it goes on in every turn, because a ledger that is read for
 * long cannot cut its log: who is killed then would begin by reading all of it.
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

  /** How long the work itself has taken, in milliseconds. */
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
 * Goes through many things without keeping others waiting.
 * @param all What is gone through.
 * @param turns Says when it goes on.
 * @param options How many things a turn has. Default: 512, rows of a run that are only read.
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
