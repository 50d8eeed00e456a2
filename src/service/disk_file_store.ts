import type { MadeFile } from "../agent/ports.ts";
import { sha256 } from "../disk/digest.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { checkedFileId, type FileStore, FileStoreError, type StoredFile } from "./file_store.ts";
import type { Retention } from "./retention.ts";
import type { StateDatabase } from "./state_database.ts";
import { SQL } from "./state_schema.ts";

/** Options of a store on disk. */
export interface DiskFileStoreOptions extends Retention {
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
}

/**
 * Keeps files on disk, within limits of bytes and time. The database holds content, name and owner in one record,
 * so a commit writes a whole file or none.
 */
export class DiskFileStore implements FileStore {
  readonly maxBytes: number;
  readonly keptMs: number;
  readonly #database: StateDatabase;
  readonly #newId: () => string;

  constructor(database: StateDatabase, { maxBytes, keptMs, newId }: DiskFileStoreOptions) {
    this.maxBytes = maxBytes;
    this.keptMs = keptMs;
    this.#database = database;
    this.#newId = newId;
  }

  async put({ filename, mediaType, bytes }: MadeFile): Promise<FileReference> {
    const size = bytes.length;
    if (size > this.maxBytes) {
      throw new FileStoreError(`Cannot keep ${filename}: it is larger than ${this.maxBytes} bytes`);
    }
    const file_id = checkedFileId(this.#newId(), filename);
    const content = bytes.slice(); // the commit is later than this call
    const values = [file_id, filename, mediaType, sha256(content), size, content];
    await this.#database.write(() => {
      this.#database.run(SQL.addFile, ...values, this.#database.nowMs());
      this.#database.makeRoom("files", this);
    });
    return { file_id, filename, media_type: mediaType, bytes: size };
  }

  async give(fileIds: readonly string[], owner: string): Promise<void> {
    if (fileIds.length === 0) return;
    await this.#database.write(() => {
      for (const fileId of fileIds) this.#database.run(SQL.giveFile, owner, fileId);
    });
  }

  /**
   * Finds a file of an owner.
   * @throws {FileStoreError} when its content does not match its digest.
   */
  // deno-lint-ignore require-await -- the port is asynchronous
  async find(fileId: string, owner: string): Promise<StoredFile | undefined> {
    const record = this.#database.get(SQL.findFile, fileId, owner, this.#database.nowMs() - this.keptMs);
    if (!record) return undefined;
    const { filename, media_type, content } = record;
    const bytes = content instanceof Uint8Array ? content.slice() : new Uint8Array();
    const file = { filename: String(filename), mediaType: String(media_type), bytes, sha256: sha256(bytes) };
    if (file.sha256 !== record["sha256"]) throw new FileStoreError(`Cannot read ${fileId}: its content is damaged`);
    return file;
  }

  /** Whether a file of an owner was kept and is no longer. */
  // deno-lint-ignore require-await -- the port is asynchronous
  async isGone(fileId: string, owner: string): Promise<boolean> {
    return this.#database.isGone("files", { id: fileId, owner }) ||
      this.#database.get(SQL.isOldFile, fileId, owner) !== undefined;
  }
}
