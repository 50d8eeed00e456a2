import { createHash, type Hash } from "node:crypto";
import { closeSync, fchmodSync, linkSync, lstatSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { hasCode, onDisk } from "./disk_error.ts";
import { type Durability, type DurabilityOption, sync, syncContent } from "./durability.ts";
import { syncFolder } from "./folder.ts";

/** Suffix of an unfinished file. */
const PART = ".part";
/** Small pieces are buffered: a system call per line of a table is slow. */
const BUFFER_CHARS = 65_536;
/** A character of UTF-16 is at most three bytes of UTF-8. */
const buffer = new Uint8Array(3 * BUFFER_CHARS);
const encoder = new TextEncoder();
/** A large file is synced as it grows: one sync at the end would block everything else for seconds. */
const SYNC_EVERY_BYTES = 4 * 1024 * 1024;

/** What was written. */
export interface Written {
  /** Size of the file. */
  readonly bytes: number;
  /** SHA-256 of its content, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** How a file is written. */
export interface AsideOptions extends DurabilityOption {
  /** Its permission bits, like `0o600`. Default: those of a new file. */
  readonly mode?: number | undefined;
}

/**
 * A file that is written beside its destination and then renamed. All calls are synchronous, so that tests can inject a
 * fault at the Nth one (docs/measured.md).
 */
export class AsideFile implements Disposable {
  /** Its destination. */
  readonly path: string;
  /** Its path until then. */
  readonly partPath: string;
  /** Its descriptor. */
  #file: number;
  readonly #durability: Durability | undefined;
  #hash: Hash = createHash("sha256");
  #bytes = 0;
  #syncedBytes = 0;
  #text = "";
  #isOpen = true;
  #isAside = true;

  /** @param path The destination, in an existing folder. */
  constructor(path: string, { mode, durability }: AsideOptions = {}) {
    this.path = path;
    this.#durability = durability;
    [this.partPath, this.#file] = this.#try(() => openPart(path));
    if (mode !== undefined) this.#try(() => fchmodSync(this.#file, mode)); // while it is empty
  }

  /** Bytes written so far, without buffered text. */
  get bytes(): number {
    return this.#bytes;
  }

  write(chunk: string | Uint8Array): void {
    if (typeof chunk === "string") {
      this.#text += chunk;
      if (this.#text.length < BUFFER_CHARS) return;
      this.#flush();
    } else {
      this.#flush();
      this.#writeAll(chunk);
    }
  }

  /** Discards all that was written. */
  startAgain(): void {
    this.#try(() => {
      this.#close();
      this.#file = openSync(this.partPath, "w");
      this.#isOpen = true;
    });
    this.#hash = createHash("sha256");
    this.#bytes = 0;
    this.#syncedBytes = 0;
    this.#text = "";
  }

  /** Syncs the content to disk and closes the file. */
  finish(): Written {
    this.#writeText(this.#text);
    this.#try(() => sync(this.#file, this.#durability));
    this.#close();
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  /** Replaces the file at `path`. */
  replace(): void {
    this.#try(() => {
      renameSync(this.partPath, this.path);
      this.#isAside = false;
      syncFolder(dirname(this.path), this.#durability);
    });
  }

  /** Takes another name in the same folder; false when the name is taken. */
  claim(path: string): boolean {
    return this.#try(() => {
      if (!takeName(this.partPath, path)) return false;
      this[Symbol.dispose]();
      syncFolder(dirname(path), this.#durability);
      return true;
    });
  }

  /** Removes a file that was not renamed. */
  [Symbol.dispose](): void {
    this.#close();
    if (!this.#isAside) return;
    this.#isAside = false;
    removeQuietly(this.partPath);
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  /** Half a surrogate pair at the end stays buffered. */
  #flush(): void {
    const last = this.#text.charCodeAt(this.#text.length - 1);
    const isCut = last >= 0xd800 && last <= 0xdbff;
    const whole = isCut ? this.#text.slice(0, -1) : this.#text;
    this.#text = this.#text.slice(whole.length);
    this.#writeText(whole);
  }

  /** All files share one buffer, so this must stay synchronous. */
  #writeText(text: string): void {
    for (let at = 0; at < text.length;) {
      const { read, written } = encoder.encodeInto(at === 0 ? text : text.slice(at), buffer);
      this.#writeAll(buffer.subarray(0, written));
      at += read;
    }
  }

  #writeAll(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#try(() => {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
      if (this.#bytes - this.#syncedBytes < SYNC_EVERY_BYTES) return;
      syncContent(this.#file, this.#durability);
      this.#syncedBytes = this.#bytes;
    });
  }

  #try<T>(step: () => T): T {
    return onDisk("write", this.path, step);
  }
}

/** Each writer has a name of its own: concurrent writers never share an unfinished file. */
function openPart(path: string): [string, number] {
  for (let count = 1;; count++) {
    const partPath = `${path}.${process.pid}-${count}${PART}`;
    try {
      return [partPath, openSync(partPath, "wx")];
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
  }
}

/** A hard link instead of a rename, because a rename replaces a file that was just created there. */
function takeName(partPath: string, path: string): boolean {
  try {
    linkSync(partPath, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
  }
  if (lstatSync(path, { throwIfNoEntry: false })) return false;
  renameSync(partPath, path); // a file system without hard links
  return true;
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The error that left it unfinished is the one to report, and a leftover is harmless.
  }
}
