import { setImmediate } from "node:timers/promises";

/** Reading and rendering this many rows takes 5 to 25 ms; fewer, and a run that sends fast would hardly let it go on. */
const ROWS_A_TURN = 512;

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
