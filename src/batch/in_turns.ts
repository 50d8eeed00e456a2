import { setImmediate } from "node:timers/promises";

/** Reading this many rows takes about 5 ms; fewer, and a run that sends fast would hardly let it go on. */
const ROWS_A_TURN = 512;

/**
 * Goes through many things without keeping others waiting: now and then the event loop has a turn.
 * @param all What is gone through.
 * @param signal Gives up.
 * @param options How many things a turn has. Default: 512, rows of a run that are only read.
 * @throws The signal's reason, when it aborts.
 */
export async function* inTurns<T>(
  all: Iterable<T>,
  signal: AbortSignal,
  { every = ROWS_A_TURN }: { readonly every?: number } = {},
): AsyncGenerator<T, void, undefined> {
  let count = 0;
  for (const one of all) {
    if (count++ % every === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    yield one;
  }
}
