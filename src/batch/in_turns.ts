import { setImmediate } from "node:timers/promises";

/** Reading and rendering this many rows takes some milliseconds. */
const ROWS_A_TURN = 128;

/**
 * Goes through many things without keeping others waiting: now and then the event loop has a turn.
 * @throws The signal's reason, when it aborts.
 */
export async function* inTurns<T>(all: Iterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  let count = 0;
  for (const one of all) {
    if (count++ % ROWS_A_TURN === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    yield one;
  }
}
