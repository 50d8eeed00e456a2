import type { Clock } from "../../src/pace/clock.ts";

/** Longer waits never pass: those of time limits that a test does without. */
const LONGEST_WAIT_MS = 3_600_000;

/** A clock on which waits of up to an hour pass as soon as they begin, and take their time. */
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
