import type { Clock } from "../../src/pace/clock.ts";

/** Time limits of a reply are longer, and never come: replies of tests do not wait. */
const LONGEST_WAIT_MS = 20_000;

/** A clock on which waits pass as soon as they begin, and take their time. */
export function quickClock(start: string): Clock {
  let elapsed = 0;
  return {
    monotonicMs: () => elapsed,
    now: () => new Date(Date.parse(start) + elapsed),
    schedule(delayMs, callback) {
      if (delayMs > LONGEST_WAIT_MS) return () => {};
      let isCancelled = false;
      elapsed += delayMs;
      queueMicrotask(() => {
        if (!isCancelled) callback();
      });
      return () => void (isCancelled = true);
    },
  };
}
