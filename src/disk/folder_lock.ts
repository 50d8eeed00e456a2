import { join } from "node:path";
import { DiskError } from "./disk_error.ts";

/** The file that carries the lock; it stays, because removing it would let two in. */
export const LOCK_FILE = ".lock";
const MAX_HOLDER_BYTES = 200;

/** Who works in a folder. */
export interface LockHolder {
  /** Process id. */
  readonly pid: number;
  /** When it began, ISO 8601. */
  readonly since: string;
}

/** Another process, or another part of this one, works in the folder. */
export class LockedError extends Error {
  /** The name of the class. */
  override readonly name = "LockedError";
  /** The folder that was wanted. */
  readonly folder: string;
  /** Who works in it, where that can be read. */
  readonly holder: LockHolder | undefined;

  /**
   * Makes the error.
   * @param folder The folder that was wanted.
   * @param holder Who works in it.
   */
  constructor(folder: string, holder: LockHolder | undefined) {
    const who = holder === undefined ? "another process" : `process ${holder.pid}`;
    const since = holder === undefined ? "" : ` since ${holder.since}`;
    super(`Cannot use ${folder}: ${who} has been working in it${since}; wait until it ends`);
    this.folder = folder;
    this.holder = holder;
  }
}

/** A lock that is held; it ends with the process, however that ends. */
export class FolderLock implements Disposable {
  readonly #file: Deno.FsFile;
  #isHeld = true;

  /**
   * Holds a lock that was taken.
   * @param file The lock file, open and locked.
   */
  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /** Gives the folder free; a second call does nothing. */
  close(): void {
    if (this.#isHeld) this.#file.close();
    this.#isHeld = false;
  }

  /** Same as {@linkcode FolderLock.close}. */
  [Symbol.dispose](): void {
    this.close();
  }
}

/**
 * Takes a folder for one process. Not for network file systems, where locks may not be seen.
 * @param folder An existing folder.
 * @param options `now`, the time that others are told. Default: the present.
 * @returns The lock; close it at the end.
 * @throws {LockedError} when somebody works in the folder.
 * @throws {DiskError} when the lock file cannot be written.
 * @example
 * ```ts
 * import { throws } from "node:assert";
 *
 * const folder = Deno.makeTempDirSync();
 * using _lock = lockFolder(folder);
 * throws(() => lockFolder(folder), LockedError);
 * ```
 */
export function lockFolder(folder: string, options: { readonly now?: Date } = {}): FolderLock {
  const file = open(folder);
  try {
    if (!file.tryLockSync(true)) throw new LockedError(folder, readHolder(file));
    const holder: LockHolder = {
      pid: Deno.pid,
      since: (options.now ?? new Date()).toISOString(),
    };
    file.truncateSync(0);
    file.writeSync(new TextEncoder().encode(JSON.stringify(holder)));
    return new FolderLock(file);
  } catch (cause) {
    file.close();
    throw cause instanceof LockedError ? cause : new DiskError("lock", folder, { cause });
  }
}

/** Whether somebody works in a folder. */
export interface FolderUse {
  /** Whether the lock is held. */
  readonly isHeld: boolean;
  /** Who holds it, where that can be read. */
  readonly holder?: LockHolder | undefined;
}

/**
 * Looks who works in a folder, without taking it.
 * @param folder An existing folder.
 * @throws {DiskError} when the lock file is there and cannot be read.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * const folder = Deno.makeTempDirSync();
 * using _lock = lockFolder(folder);
 * strictEqual(folderUse(folder).holder?.pid, Deno.pid);
 * ```
 */
export function folderUse(folder: string): FolderUse {
  try {
    using file = Deno.openSync(join(folder, LOCK_FILE));
    // Shared, and for this moment only: two who look do not see each other.
    if (file.tryLockSync(false)) return { isHeld: false };
    return { isHeld: true, holder: readHolder(file) };
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return { isHeld: false };
    throw new DiskError("read the lock of", folder, { cause });
  }
}

function open(folder: string): Deno.FsFile {
  try {
    return Deno.openSync(join(folder, LOCK_FILE), { create: true, read: true, write: true });
  } catch (cause) {
    throw new DiskError("lock", folder, { cause });
  }
}

/** Only for the message: a holder that has just begun may not have written yet. */
function readHolder(file: Deno.FsFile): LockHolder | undefined {
  try {
    const bytes = new Uint8Array(MAX_HOLDER_BYTES);
    const size = file.readSync(bytes) ?? 0;
    const { pid, since } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, size)));
    return typeof pid === "number" && typeof since === "string" ? { pid, since } : undefined;
  } catch {
    return undefined;
  }
}
