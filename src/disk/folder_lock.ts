import { join } from "node:path";
import { DiskError, onDisk } from "./disk_error.ts";
import { refuseLink } from "./folder.ts";
import { inAMoment } from "./in_a_moment.ts";

/** Name of a lock file; it is never removed, because removing it could admit two processes. */
export const LOCK_FILE = ".lock";
const MAX_HOLDER_BYTES = 400;

/** The process that holds the lock of a folder. */
export interface LockHolder {
  /** Process id. */
  readonly pid: number;
  /** When it took the lock, ISO 8601. */
  readonly since: string;
  /** What it works on, where that is not on disk yet. */
  readonly work?: string | undefined;
}

/** Another process, or another part of this one, uses the folder. */
export class LockedError extends Error {
  /** The name of the class. */
  override readonly name = "LockedError";
  /** The locked folder. */
  readonly folder: string;
  /** Who holds the lock, if known. */
  readonly holder: LockHolder | undefined;

  /**
   * Creates the error.
   * @param folder The locked folder.
   * @param holder Who holds the lock, if known.
   */
  constructor(folder: string, holder: LockHolder | undefined) {
    const who = holder === undefined ? "another process" : `process ${holder.pid}`;
    const since = holder === undefined ? "" : ` since ${holder.since.slice(0, 16).replace("T", " ")} UTC`;
    super(`Cannot use ${folder}: ${who} has been working in it${since}; wait until it ends`);
    this.folder = folder;
    this.holder = holder;
  }
}

/** A held lock; the system releases it when the process ends, in whatever way. */
export class FolderLock implements Disposable {
  readonly #file: Deno.FsFile;
  #isHeld = true;

  /**
   * Wraps a lock.
   * @param file The lock file, open and locked.
   */
  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /** Releases the lock; a second call does nothing. */
  close(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#file.truncateSync(0); // the next holder is not taken for this one
    unlock(this.#file);
  }

  /** Same as {@linkcode FolderLock.close}. */
  [Symbol.dispose](): void {
    this.close();
  }
}

/**
 * Locks a folder for one process. Unreliable on network file systems.
 * @param folder An existing folder.
 * @param options `now`, the time to record in the lock. Default: the current time. `name` of the lock file, where a folder
 * has several locks. Default: `.lock`. `work`, what the holder works on. Default: nothing is said of it.
 * @returns The lock; close it at the end.
 * @throws {LockedError} when the folder is locked.
 * @throws {DiskError} when the lock file cannot be written, or is a link.
 */
export function lockFolder(
  folder: string,
  options: { readonly now?: Date; readonly name?: string; readonly work?: string } = {},
): FolderLock {
  const { name = LOCK_FILE, work } = options;
  const file = open(folder, name);
  try {
    inAMoment(() => {
      if (!file.tryLockSync(true)) throw new LockedError(folder, readHolder(file));
    }, /another process/); // a new holder has the lock before it has written who it is
    const holder: LockHolder = { pid: Deno.pid, since: (options.now ?? new Date()).toISOString(), work };
    file.truncateSync(0);
    file.writeSync(new TextEncoder().encode(JSON.stringify(holder)));
    return new FolderLock(file);
  } catch (cause) {
    file.close();
    throw cause instanceof LockedError ? cause : new DiskError("lock", folder, { cause });
  }
}

/**
 * As {@linkcode lockFolder}, but waits for whoever holds the lock: for what is done in a moment.
 * @throws {DiskError} when the lock file cannot be written, or is a link.
 */
export async function lockInTurn(folder: string): Promise<FolderLock> {
  const file = open(folder, LOCK_FILE);
  try {
    await file.lock(true);
    return new FolderLock(file);
  } catch (cause) {
    file.close();
    throw new DiskError("lock", folder, { cause });
  }
}

/** Whether a folder is locked. */
export interface FolderUse {
  /** Whether the lock is held. */
  readonly isHeld: boolean;
  /** Who holds it, if known. */
  readonly holder?: LockHolder | undefined;
}

/**
 * Checks whether a folder is locked, without locking it.
 * @param folder An existing folder.
 * @param work Only a holder that works on this counts. Default: any.
 * @throws {DiskError} when the lock file exists and cannot be read.
 */
export function folderUse(folder: string, work?: string): FolderUse {
  try {
    const file = Deno.openSync(join(folder, LOCK_FILE));
    try {
      if (work !== undefined && readHolder(file)?.work !== work) return { isHeld: false };
      // A shared lock, released at once: concurrent checks do not see each other.
      return file.tryLockSync(false) ? { isHeld: false } : { isHeld: true, holder: readHolder(file) };
    } finally {
      unlock(file);
    }
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return { isHeld: false };
    throw new DiskError("read the lock of", folder, { cause });
  }
}

/** Closing alone is late: a process that starts at this moment holds a copy of the file until its program runs. */
function unlock(file: Deno.FsFile): void {
  file.unlockSync();
  file.close();
}

function open(folder: string, name: string): Deno.FsFile {
  const path = join(folder, name);
  refuseLink("lock", path); // the lock is emptied and written
  return onDisk("lock", folder, () => Deno.openSync(path, { create: true, read: true, write: true }));
}

function readHolder(file: Deno.FsFile): LockHolder | undefined {
  try {
    const bytes = new Uint8Array(MAX_HOLDER_BYTES);
    file.seekSync(0, Deno.SeekMode.Start);
    const size = file.readSync(bytes) ?? 0;
    const { pid, since, work } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, size)));
    return typeof pid === "number" && typeof since === "string" ? { pid, since, ...work && { work } } : undefined;
  } catch {
    return undefined;
  }
}
