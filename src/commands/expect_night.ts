import { longDay } from "../calendar/day.ts";
import type { DurabilityOption } from "../disk/durability.ts";
import { LockedError } from "../disk/folder_lock.ts";
import type { NightMessageKind } from "../night/message.ts";
import { clockText, momentIn, zoneName } from "../night/night_day.ts";
import { type NightFile, type NightName, openNight, readNight } from "../night/night_file.ts";
import type { NightRecord } from "../night/night_record.ts";
import { InputError } from "../protocol/errors.ts";
import type { TimeOfDay } from "./flag_values.ts";

/** How a night looks from outside. */
export interface Looked {
  /** The message to send; absent where the night has begun and goes on, or has ended. */
  readonly kind?: Extract<NightMessageKind, "missed" | "stopped"> | undefined;
  /** In a line without a full stop. */
  readonly words: string;
  /** When it was first started, ISO 8601; absent where it was not. */
  readonly beganAt?: string | undefined;
}

/**
 * Looks whether a night has begun, without beginning it.
 * @param options The hour by which it should have, the time now, and whether it waits for the disk.
 * @param tell Sends a message about it; the lock of the list is held meanwhile.
 * @throws {InputError} when that hour is still to come.
 */
export async function lookForNight(
  runs: string,
  name: NightName,
  { by, now, durability }: DurabilityOption & { readonly by: TimeOfDay; readonly now: Date },
  tell: (file: NightFile, looked: Looked) => Promise<void>,
): Promise<Looked> {
  const hour = momentIn(name.night, by);
  if (now < hour) {
    const state = `it is ${clockText(now)} (${zoneName()})`;
    throw new InputError(`Cannot look for the night of ${longDay(name.night)} before ${clockText(hour)}: ${state}`);
  }
  try {
    using file = openNight(runs, name, { now, durability });
    const looked = lookAt(file.record, { night: name.night, hour });
    if (looked.kind !== undefined) await tell(file, looked);
    return looked;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const [beganAt] = readNight(runs, name.night)?.starts ?? [];
    return {
      words: beganAt === undefined ? "a night of the list is in progress" : beganWords(name.night, beganAt),
      beganAt,
    };
  }
}

/** A night without a status, of which nobody holds the lock, has ended with its process. */
function lookAt(
  { starts: [beganAt], status }: NightRecord,
  { night, hour }: { readonly night: string; readonly hour: Date },
): Looked {
  if (beganAt === undefined) {
    return { kind: "missed", words: `no run of ${longDay(night)} had begun by ${clockText(hour)} (${zoneName()})` };
  }
  const words = beganWords(night, beganAt);
  if (status !== undefined) return { words, beganAt };
  return { kind: "stopped", words: `${words}, and its process died; the same command resumes it`, beganAt };
}

function beganWords(night: string, beganAt: string): string {
  return `the run of ${longDay(night)} began at ${clockText(new Date(beganAt))} (${zoneName()})`;
}
