import type { Clock } from "./clock.ts";

/** The machine's own clock: the one place that reads it, so that everything else can be handed another. */
export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  now: () => new Date(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
