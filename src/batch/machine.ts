import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";

/** What a screen takes from the machine; a test hands in its own. */
export interface Machine {
  /** Time, for what is written down and for waiting. */
  readonly clock: Clock;
  /** A name nobody else has made up. */
  readonly newId: () => string;
  /** Spreads waits, so that clients that failed together do not come back together: 0 up to 1. */
  readonly random: () => number;
  /** Relative paths start here. */
  readonly folder: string;
  /** Versions for the manifest, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The machine itself. */
export function thisMachine(): Machine {
  return {
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    random: () => Math.random(),
    folder: Deno.cwd(),
    versions: { deno: Deno.version.deno },
  };
}
