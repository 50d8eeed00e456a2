import { createHash } from "node:crypto";
import type { MadeFile } from "../agent/ports.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { FileReference } from "../protocol/file_reference.ts";

/** A file as it is kept. */
export interface StoredFile {
  /** Name as it was made, not yet safe for a header. */
  readonly filename: string;
  /** Like `image/png`. */
  readonly mediaType: string;
  /** The whole file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}

/** Keeps files for download. A file belongs to nobody until it is given to the caller it was made for. */
export interface FileStore {
  /** Most bytes of all files together; absent where the store has no such limit. */
  readonly maxBytes?: number;
  /**
   * Keeps a copy under a random identifier.
   * @throws {FileStoreError} when it can never fit.
   */
  put(file: MadeFile): Promise<FileReference>;
  /** Makes files downloadable for one owner; a file that has an owner keeps it. */
  give(fileIds: readonly string[], owner: string): Promise<void>;
  /** A file, for its owner alone; a stranger's file and an unknown one are the same. */
  find(fileId: string, owner: string): Promise<StoredFile | undefined>;
}

/** A file that could not be kept. */
export class FileStoreError extends ResearchError {
  /** The name of the class. */
  override readonly name = "FileStoreError";
}

/** What a store in memory is given. */
export interface MemoryFileStoreOptions {
  /** Most bytes of all files together; the oldest go first. Default 256 MiB. */
  readonly maxBytes?: number;
  /** A random UUID in lower case, with or without its dashes; new on each call. */
  readonly newId: () => string;
}

const FILE_ID = /^file_[0-9a-f-]{32,36}$/;
/** Most bytes of the files of a store that is told no budget. */
export const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

interface Kept {
  readonly file: StoredFile;
  owner?: string;
}

/** Keeps files as long as the process lives, within a budget of bytes. */
export class MemoryFileStore implements FileStore {
  readonly #kept = new Map<string, Kept>();
  /** Most bytes of all files together. */
  readonly maxBytes: number;
  readonly #newId: () => string;
  #bytes = 0;

  /**
   * Makes an empty store.
   * @param options The budget, and where identifiers come from.
   */
  constructor({ maxBytes = DEFAULT_MAX_BYTES, newId }: MemoryFileStoreOptions) {
    this.maxBytes = maxBytes;
    this.#newId = newId;
  }

  /**
   * Keeps a copy under a random identifier; the oldest files make room.
   * @throws {FileStoreError} when the file alone is larger than the budget.
   */
  // deno-lint-ignore require-await -- the port is asynchronous for the twin on disk
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

  /** Makes files downloadable for one owner. */
  // deno-lint-ignore require-await -- as above
  async give(fileIds: readonly string[], owner: string): Promise<void> {
    for (const fileId of fileIds) {
      const kept = this.#kept.get(fileId);
      if (kept) kept.owner ??= owner;
    }
  }

  /** A file, for its owner alone. */
  // deno-lint-ignore require-await -- as above
  async find(fileId: string, owner: string): Promise<StoredFile | undefined> {
    const kept = this.#kept.get(fileId);
    return kept?.owner === owner ? kept.file : undefined;
  }

  #makeRoom(): void {
    for (const [fileId, { file }] of this.#kept) { // a Map keeps the order of arrival
      if (this.#bytes <= this.maxBytes) return;
      this.#kept.delete(fileId);
      this.#bytes -= file.bytes.length;
    }
  }
}

/**
 * The identifier of a file, from a random one.
 * @throws {FileStoreError} when it could not stand in a path.
 */
export function checkedFileId(id: string, filename: string): string {
  const fileId = `file_${id}`;
  if (FILE_ID.test(fileId)) return fileId;
  throw new FileStoreError(`Cannot keep ${filename}: its identifier is malformed`);
}
