import { createHash, type Hash } from "node:crypto";
import { dirname } from "node:path";
import { DiskError } from "./disk_error.ts";
import { syncFolder } from "./folder.ts";

/** How the name of an unfinished file ends. */
const PART = ".part";
/** Small pieces are joined: a system call for each line of a table is slow. */
const BUFFER_CHARS = 65_536;
/** A character of UTF-16 is at most three bytes of UTF-8. */
const buffer = new Uint8Array(3 * BUFFER_CHARS);
const encoder = new TextEncoder();
/** A large file goes to the disk as it grows: all of it at the end would keep everything else waiting for seconds. */
const SYNC_EVERY_BYTES = 4 * 1024 * 1024;

/** What was written. */
export interface Written {
  /** Size of the file. */
  readonly bytes: number;
  /** SHA-256 of its content, 64 hexadecimal digits. */
  readonly sha256: string;
}

/**
 * A file that is written beside the one it will become. Everything is done by synchronous calls:
 * a fault can then be injected at the Nth one (`research/reliability.md` 3.3).
 */
export class AsideFile implements Disposable {
  /** Where it will be. */
  readonly path: string;
  /** Where it is now. */
  readonly partPath: string;
  readonly #file: Deno.FsFile;
  #hash: Hash = createHash("sha256");
  #bytes = 0;
  #syncedBytes = 0;
  #text = "";
  #isOpen = true;
  #isAside = true;

  /** @param path Where the file will be; its folder exists. */
  constructor(path: string) {
    this.path = path;
    [this.partPath, this.#file] = this.#try(() => openPart(path));
  }

  /** How many bytes were written so far, but for text that waits. */
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

  /** Takes back all that was written. */
  startAgain(): void {
    this.#try(() => {
      this.#file.truncateSync(0);
      this.#file.seekSync(0, Deno.SeekMode.Start);
    });
    this.#hash = createHash("sha256");
    this.#bytes = 0;
    this.#syncedBytes = 0;
    this.#text = "";
  }

  /** Brings the content to the disk. */
  finish(): Written {
    this.#writeText(this.#text);
    this.#try(() => this.#file.syncSync());
    this.#close();
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  /** Takes the place of the file at `path`. */
  replace(): void {
    this.#try(() => {
      Deno.renameSync(this.partPath, this.path);
      this.#isAside = false;
      syncFolder(dirname(this.path));
    });
  }

  /** Takes a free name in the same folder; false when something has that name. */
  claim(path: string): boolean {
    return this.#try(() => {
      if (!takeName(this.partPath, path)) return false;
      this[Symbol.dispose]();
      syncFolder(dirname(path));
      return true;
    });
  }

  /** Removes what did not become a file. */
  [Symbol.dispose](): void {
    this.#close();
    if (!this.#isAside) return;
    this.#isAside = false;
    removeQuietly(this.partPath);
  }

  #close(): void {
    if (this.#isOpen) this.#file.close();
    this.#isOpen = false;
  }

  /** Half a character at the end of a chunk waits for its other half. */
  #flush(): void {
    const last = this.#text.charCodeAt(this.#text.length - 1);
    const isCut = last >= 0xd800 && last <= 0xdbff;
    const whole = isCut ? this.#text.slice(0, -1) : this.#text;
    this.#text = this.#text.slice(whole.length);
    this.#writeText(whole);
  }

  /** All files share one buffer: nothing is awaited while it is in use. */
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
      for (let at = 0; at < bytes.length;) at += this.#file.writeSync(bytes.subarray(at));
      if (this.#bytes - this.#syncedBytes < SYNC_EVERY_BYTES) return;
      this.#file.syncDataSync();
      this.#syncedBytes = this.#bytes;
    });
  }

  #try<T>(step: () => T): T {
    try {
      return step();
    } catch (cause) {
      throw new DiskError("write", this.path, { cause });
    }
  }
}

/** A name of our own for each writer: two at once never share an unfinished file. */
function openPart(path: string): [string, Deno.FsFile] {
  for (let count = 1;; count++) {
    const partPath = `${path}.${Deno.pid}-${count}${PART}`;
    try {
      return [partPath, Deno.openSync(partPath, { createNew: true, write: true })];
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

/** A second name instead of a rename, because a rename replaces what another just put there. */
function takeName(partPath: string, path: string): boolean {
  try {
    Deno.linkSync(partPath, path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
  }
  if (exists(path)) return false;
  Deno.renameSync(partPath, path); // a file system without second names
  return true;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // The reason why it is unfinished is the error to tell, and a leftover harms nobody.
  }
}
