import { createHash } from "node:crypto";
import type { MadeFile } from "../agent/ports.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { FileReference } from "../protocol/file_reference.ts";

/** A stored file. */
export interface StoredFile {
  /** Original name, not yet safe for a header. */
  readonly filename: string;
  /** Like `image/png`. */
  readonly mediaType: string;
  /** The whole file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}

/** Keeps files for download. A file has no owner until `give` assigns it to the caller. */
export interface FileStore {
  /** Limit of all files together, in bytes; absent if the store has none. */
  readonly maxBytes?: number;
  /**
   * Keeps a copy under a random identifier.
   * @throws {FileStoreError} when the file alone exceeds the limit.
   */
  put(file: MadeFile): Promise<FileReference>;
  /** Makes files downloadable for an owner; a file that has an owner keeps it. */
  give(fileIds: readonly string[], owner: string): Promise<void>;
  /** Finds a file of an owner; `undefined` for an unknown file and another owner's. */
  find(fileId: string, owner: string): Promise<StoredFile | undefined>;
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
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
}

const FILE_ID = /^file_[0-9a-f-]{32,36}$/;
/** Default limit of a file store, in bytes. */
export const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

interface Kept {
  readonly file: StoredFile;
  owner?: string;
}

/** Keeps files in memory, within a limit of bytes. */
export class MemoryFileStore implements FileStore {
  readonly #kept = new Map<string, Kept>();
  /** Limit of all files together, in bytes. */
  readonly maxBytes: number;
  readonly #newId: () => string;
  #bytes = 0;

  /**
   * Creates an empty store.
   * @param options The limit, and the source of identifiers.
   */
  constructor({ maxBytes = DEFAULT_MAX_BYTES, newId }: MemoryFileStoreOptions) {
    this.maxBytes = maxBytes;
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
    this.#kept.set(file_id, { file: { filename, mediaType, bytes: bytes.slice(), sha256 } });
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
    const kept = this.#kept.get(fileId);
    return kept?.owner === owner ? kept.file : undefined;
  }

  #makeRoom(): void {
    for (const [fileId, { file }] of this.#kept) { // a Map keeps insertion order
      if (this.#bytes <= this.maxBytes) return;
      this.#kept.delete(fileId);
      this.#bytes -= file.bytes.length;
    }
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
