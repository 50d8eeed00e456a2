import { basename, dirname } from "node:path";
import { lockFolder } from "../disk/folder_lock.ts";
import { writeAside } from "../disk/write_aside.ts";
import type { Clock } from "../pace/clock.ts";
import { InputError } from "../protocol/errors.ts";
import type { KeyRing } from "../service/tenants/authorize.ts";
import { KeptKeys } from "../service/tenants/kept_keys.ts";
import { type KeyRecord, readKeyRecords, writeKeyRecords } from "../service/tenants/key_records.ts";

/** How often a file of keys is looked at. */
const LOOK_MS = 250;
/** Only its owner may read it: digests of keys are no secret, names of people may be. */
const MODE = 0o600;

/** How a file of keys is watched. */
export interface WatchOptions {
  readonly clock: Pick<Clock, "now" | "schedule">;
  /** Called when the file can no longer be read; the keys that were read last stay. */
  readonly onProblem: (message: string) => void;
}

/** The keys of a file, as long as it is watched. */
export interface WatchedKeys extends KeyRing, Disposable {}

/**
 * Reads a file of keys.
 * @returns Its keys; `undefined` when there is no such file.
 * @throws {InputError} when it cannot be read, or is no file of keys.
 */
export function readKeyFile(path: string): readonly KeyRecord[] | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return undefined;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InputError(`Cannot read the keys in ${path}: ${why}`, { cause });
  }
  return readKeyRecords(text, path);
}

/**
 * Changes a file of keys, or makes it; no other process changes it at the same time.
 * @param change Returns the keys to be kept.
 * @throws {InputError} when it is no file of keys.
 * @throws {LockedError} when another process changes it.
 * @throws {DiskError} when it cannot be written.
 */
export async function changeKeyFile(
  path: string,
  change: (keys: readonly KeyRecord[]) => readonly KeyRecord[],
): Promise<void> {
  using _lock = lockFolder(dirname(path), { name: `.${basename(path)}.lock` });
  await writeAside(path, writeKeyRecords(change(readKeyFile(path) ?? [])), { mode: MODE });
}

/** Reads a file of keys. @throws {InputError} when there is no such file, or it is no file of keys. */
export function existingKeys(path: string): readonly KeyRecord[] {
  const keys = readKeyFile(path);
  if (keys !== undefined) return keys;
  throw new InputError(`Cannot read the keys in ${path}: there is no such file; \`conviction keys create\` makes it`);
}

/**
 * Reads a file of keys and follows its changes, and the expiry of its keys, until it is disposed.
 * @throws {InputError} when there is no such file, or it is no file of keys.
 */
export function watchKeys(path: string, { clock, onProblem }: WatchOptions): WatchedKeys {
  const kept = new KeptKeys();
  let records = existingKeys(path);
  let mark = markOf(path);
  let problem = "";
  kept.update(records, clock.now());
  const look = () => {
    try {
      const now = markOf(path);
      if (now !== mark) records = readKeyFile(path) ?? missing(path);
      mark = now;
      problem = "";
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== problem) onProblem(`${message}; the keys that were read before stay`);
      problem = message;
    }
    kept.update(records ?? [], clock.now());
    forget = clock.schedule(LOOK_MS, look);
  };
  let forget = clock.schedule(LOOK_MS, look);
  return {
    get accepted() {
      return kept.accepted;
    },
    [Symbol.dispose]: () => forget(),
  };
}

function missing(path: string): never {
  throw new InputError(`Cannot read the keys in ${path}: the file is gone`);
}

/** Changes when the file does: it is replaced, never written in place by our command. */
function markOf(path: string): string {
  try {
    const { mtime, size, ino } = Deno.statSync(path);
    return [mtime?.getTime(), size, ino].join(" ");
  } catch {
    return "";
  }
}
