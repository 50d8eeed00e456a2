import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../disk/disk_error.ts";
import type { Durability, DurabilityOption } from "../disk/durability.ts";
import { makeFolder } from "../disk/folder.ts";
import { type FolderLock, lockFolder } from "../disk/folder_lock.ts";
import { removeParts, writeAside } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";
import { type NightRecord, nightRecordSchema } from "./night_record.ts";

/** The folder of nights, beside the runs of a list. */
export const NIGHTS_FOLDER = ".nights";

/** A night to open. */
export interface NightName {
  /** The night, `YYYY-MM-DD`. */
  readonly night: string;
  /** Name of the list. */
  readonly list: string;
}

/** The file of a night, and the lock of its list: one night of a list at a time. */
export class NightFile implements Disposable {
  /** The folder of nights, absolute. */
  readonly folder: string;
  readonly #path: string;
  readonly #lock: FolderLock;
  readonly #durability: Durability | undefined;
  #record: NightRecord;

  /** Use {@linkcode openNight}. */
  constructor(folder: string, { path, lock, record, durability }: NightParts) {
    this.folder = folder;
    this.#path = path;
    this.#lock = lock;
    this.#durability = durability;
    this.#record = record;
  }

  /** What is known of the night. */
  get record(): NightRecord {
    return this.#record;
  }

  /**
   * Changes what is known, durably: after a crash it is the old or the new.
   * @throws {DiskError} when it cannot be written.
   */
  async change(changes: Partial<NightRecord>): Promise<void> {
    const record = { ...this.#record, ...changes };
    await writeAside(this.#path, `${JSON.stringify(record, undefined, 2)}\n`, { durability: this.#durability });
    this.#record = record;
  }

  /** Writes down that the night is started, once more or first. */
  async begin(now: Date): Promise<void> {
    await this.change({ starts: [...this.#record.starts, now.toISOString()], status: undefined });
  }

  /** Releases the lock. */
  [Symbol.dispose](): void {
    this.#lock[Symbol.dispose]();
  }
}

/** What a {@linkcode NightFile} is made of. */
interface NightParts extends DurabilityOption {
  readonly path: string;
  readonly lock: FolderLock;
  readonly record: NightRecord;
}

/**
 * Takes the lock of a list and reads what is known of a night; writes nothing of it.
 * @param runs The folder of the list's runs; created when missing.
 * @param options `now`, the time to record in the lock, and whether it waits for the disk.
 * @throws {LockedError} when another process works on a night of the list.
 * @throws {InputError} when the file of the night cannot be read.
 * @throws {DiskError} when the folder cannot be written.
 */
export function openNight(
  runs: string,
  name: NightName,
  options: DurabilityOption & { readonly now: Date },
): NightFile {
  const folder = join(runs, NIGHTS_FOLDER);
  makeFolder(folder, options.durability);
  const lock = lockFolder(folder, options);
  try {
    removeParts(folder);
    const record = readNight(runs, name.night) ?? { version: 1, ...name, starts: [], steps: {}, messages: {} };
    return new NightFile(folder, { path: pathOf(runs, name.night), lock, record, durability: options.durability });
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Reads what is known of a night.
 * @param night `YYYY-MM-DD`
 * @returns Nothing when there is no such night.
 * @throws {InputError} when its file cannot be read.
 */
export function readNight(runs: string, night: string): NightRecord | undefined {
  const path = pathOf(runs, night);
  try {
    return nightRecordSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if (hasCode(cause, "ENOENT", "ENOTDIR")) return undefined;
    throw new InputError(`Cannot read ${path}: it is not the record of a night; remove it to start the night again`, {
      cause,
    });
  }
}

function pathOf(runs: string, night: string): string {
  return join(runs, NIGHTS_FOLDER, `${night}.json`);
}
