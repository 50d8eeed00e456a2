import { hasCode } from "../disk/disk_error.ts";
import type { Durability } from "../disk/durability.ts";
import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";

/** What a screen takes from the machine; a test passes its own. */
export interface Machine {
  /** For timestamps and waits. */
  readonly clock: Clock;
  /** Makes a unique name. */
  readonly newId: () => string;
  /** A number from 0 up to 1; it spreads waits, so that clients that failed together do not return together. */
  readonly random: () => number;
  /** Relative paths start here. */
  readonly folder: string;
  /** When the program began that makes one call, as a command does. Absent: each call begins when it is made. */
  readonly startedAt?: Date | undefined;
  /** Versions for the manifest, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** How many more files the process may open, counted up to a number. */
  readonly filesLeft: (most: number) => number;
  /** Whether writes wait for the disk. Absent: they do; only tests of Conviction itself have another one. */
  readonly durability?: Durability | undefined;
}

/** The machine itself. */
export function thisMachine(): Machine {
  return {
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    random: () => Math.random(),
    folder: Deno.cwd(),
    versions: { deno: Deno.version.deno },
    filesLeft: countOpenable,
  };
}

/** Opens the current folder until it fails; the limit itself cannot be read without all permissions. */
function countOpenable(most: number): number {
  const files: Deno.FsFile[] = [];
  try {
    while (files.length < most) files.push(Deno.openSync("."));
    return most;
  } catch (error) {
    return hasCode(error, "EMFILE") ? files.length : most; // another error, as on Windows, says nothing about the limit
  } finally {
    for (const file of files) file.close();
  }
}
