import { createHash } from "node:crypto";
import type { MadeFile } from "../agent/ports.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { Clock } from "../pace/clock.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { GoneNames, KEPT_MS } from "./retention.ts";

/** A stored file. */
export interface StoredFile extends MadeFile {
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}

/** Keeps files for download. A file has no owner until `give` assigns it to the caller. */
export interface FileStore {
  /** Limit of all files together, in bytes; absent if the store has none. */
  readonly maxBytes?: number;
  /** Milliseconds that a file is kept; absent if the store has no limit of time. */
  readonly keptMs?: number;
  /**
   * Keeps a copy under a random identifier.
   * @throws {FileStoreError} when the file alone exceeds the limit.
   */
  put(file: MadeFile): Promise<FileReference>;
  /** Makes files downloadable for an owner; a file that has an owner keeps it. */
  give(fileIds: readonly string[], owner: string): Promise<void>;
  /** Finds a file of an owner; `undefined` for an unknown file and another owner's. */
  find(fileId: string, owner: string): Promise<StoredFile | undefined>;
  /** Whether a file of an owner was kept and has been dropped; absent if the store does not remember. */
  isGone?(fileId: string, owner: string): Promise<boolean>;
}

/** Thrown when a file cannot be kept or read. */
export class FileStoreError extends ResearchError {
  /** Always "FileStoreError". */
  override readonly name = "FileStoreError";
}

/** Options of a store in memory. */
export interface MemoryFileStoreOptions {
  /** Limit of all files together, in bytes; the oldest are dropped first. Default: 256 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds that a file is kept. Default: 24 hours where a clock is given, else no limit of time. */
  readonly keptMs?: number;
  /** Clock by which files grow old; without one they do not. */
  readonly clock?: Pick<Clock, "now">;
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
}

const FILE_ID = /^file_[0-9a-f-]{32,36}$/;
/** Default limit of a file store, in bytes. */
export const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

interface Kept {
  readonly file: StoredFile;
  readonly atMs: number;
  owner?: string;
}

/** Keeps files in memory, within limits of bytes and time. */
export class MemoryFileStore implements FileStore {
  readonly #kept = new Map<string, Kept>();
  /** Limit of all files together, in bytes. */
  readonly maxBytes: number;
  /** Milliseconds that a file is kept; `Infinity` for no limit of time. */
  readonly keptMs: number;
  readonly #clock: Pick<Clock, "now"> | undefined;
  readonly #newId: () => string;
  readonly #gone = new GoneNames();
  #bytes = 0;

  /**
   * Creates an empty store.
   * @param options The limits, the clock, and the source of identifiers.
   */
  constructor({ maxBytes = DEFAULT_MAX_BYTES, keptMs = KEPT_MS, clock, newId }: MemoryFileStoreOptions) {
    this.maxBytes = maxBytes;
    this.keptMs = clock ? keptMs : Infinity;
    this.#clock = clock;
    this.#newId = newId;
  }

  /**
   * Keeps a copy under a random identifier, dropping the oldest files over the limit.
   * @throws {FileStoreError} when the file alone exceeds the limit.
   */
  // deno-lint-ignore require-await -- the interface is asynchronous for the store on disk
  async put({ filename, mediaType, bytes }: MadeFile): Promise<FileReference> {
    if (bytes.length > this.maxBytes) {
      throw new FileStoreError(`Cannot keep ${filename}: it is larger than ${this.maxBytes} bytes`);
    }
    const file_id = checkedFileId(this.#newId(), filename);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    this.#kept.set(file_id, { file: { filename, mediaType, bytes: bytes.slice(), sha256 }, atMs: this.#nowMs() });
    this.#bytes += bytes.length;
    this.#makeRoom();
    return { file_id, filename, media_type: mediaType, bytes: bytes.length };
  }

  /** Makes files downloadable for an owner. */
  // deno-lint-ignore require-await -- as above
  async give(fileIds: readonly string[], owner: string): Promise<void> {
    for (const fileId of fileIds) {
      const kept = this.#kept.get(fileId);
      if (kept) kept.owner ??= owner;
    }
  }

  /** Finds a file of an owner. */
  // deno-lint-ignore require-await -- as above
  async find(fileId: string, owner: string): Promise<StoredFile | undefined> {
    this.#makeRoom();
    const kept = this.#kept.get(fileId);
    return kept?.owner === owner ? kept.file : undefined;
  }

  /** Whether a file of an owner was kept and has been dropped; known of the last 10,000. */
  // deno-lint-ignore require-await -- as above
  async isGone(fileId: string, owner: string): Promise<boolean> {
    return this.#gone.has(fileId, owner);
  }

  #makeRoom(): void {
    const sinceMs = this.#nowMs() - this.keptMs;
    for (const [fileId, { file, owner, atMs }] of this.#kept) { // a Map keeps insertion order
      if (atMs > sinceMs && this.#bytes <= this.maxBytes) return;
      this.#kept.delete(fileId);
      this.#bytes -= file.bytes.length;
      if (owner !== undefined) this.#gone.add(fileId, owner);
    }
  }

  #nowMs(): number {
    return this.#clock?.now().getTime() ?? 0;
  }
}

/**
 * Makes the identifier of a file from a random one.
 * @throws {FileStoreError} when it is not valid in a path.
 */
export function checkedFileId(id: string, filename: string): string {
  const fileId = `file_${id}`;
  if (FILE_ID.test(fileId)) return fileId;
  throw new FileStoreError(`Cannot keep ${filename}: its identifier is malformed`);
}
