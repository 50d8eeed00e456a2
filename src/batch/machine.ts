import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";

/** What a screen takes from the machine; a test hands in its own. */
export interface Machine {
  /** Time, for what is written down and for waiting. */
  readonly clock: Clock;
  /** A name nobody else has made up. */
  readonly newId: () => string;
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
    folder: Deno.cwd(),
    versions: { deno: Deno.version.deno },
  };
}
