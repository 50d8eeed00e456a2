import type { Clock } from "../../src/pace/clock.ts";
import { systemClock } from "../../src/pace/system_clock.ts";

/** The machine's clock, set to another time: from there it goes on as fast as ever. */
export function shiftedClock(at: Date): Clock {
  const shiftMs = at.getTime() - systemClock.now().getTime();
  return { ...systemClock, now: () => new Date(systemClock.now().getTime() + shiftMs) };
}
