import type { Clock } from "./clock.ts";

/** The machine's clock. Only this file reads it; all other code takes a clock as a parameter. */
export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  now: () => new Date(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
