import type { MadeFile } from "../agent/ports.ts";
import { sha256 } from "../disk/digest.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { checkedFileId, type FileStore, FileStoreError, type StoredFile } from "./file_store.ts";
import type { StateDatabase } from "./state_database.ts";
import { SQL } from "./state_schema.ts";

/** What a store on disk is given. */
export interface DiskFileStoreOptions {
  /** Most bytes of all files together; the oldest go first. */
  readonly maxBytes: number;
  /** A random UUID in lower case, with or without its dashes; new on each call. */
  readonly newId: () => string;
}

/**
 * Keeps files on disk, within a budget of bytes. Content stands in the database beside its name and owner:
 * one commit brings all of it to the disk or nothing, and no half file is ever left.
 */
export class DiskFileStore implements FileStore {
  readonly maxBytes: number;
  readonly #database: StateDatabase;
  readonly #newId: () => string;

  constructor(database: StateDatabase, { maxBytes, newId }: DiskFileStoreOptions) {
    this.maxBytes = maxBytes;
    this.#database = database;
    this.#newId = newId;
  }

  async put({ filename, mediaType, bytes }: MadeFile): Promise<FileReference> {
    const size = bytes.length;
    if (size > this.maxBytes) {
      throw new FileStoreError(`Cannot keep ${filename}: it is larger than ${this.maxBytes} bytes`);
    }
    const file_id = checkedFileId(this.#newId(), filename);
    const content = bytes.slice(); // the commit comes later than the call
    const values = [file_id, filename, mediaType, sha256(content), size, content];
    await this.#database.write(() => {
      this.#database.run(SQL.addFile, ...values);
      this.#database.makeRoom({ name: "files", maxBytes: this.maxBytes });
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
   * A file, for its owner alone.
   * @throws {FileStoreError} when its content is not what was kept.
   */
  // deno-lint-ignore require-await -- the port is asynchronous
  async find(fileId: string, owner: string): Promise<StoredFile | undefined> {
    const record = this.#database.get(SQL.findFile, fileId, owner);
    if (!record) return undefined;
    const { filename, media_type, content } = record;
    const bytes = content instanceof Uint8Array ? content.slice() : new Uint8Array();
    const file = { filename: String(filename), mediaType: String(media_type), bytes, sha256: sha256(bytes) };
    if (file.sha256 !== record["sha256"]) throw new FileStoreError(`Cannot read ${fileId}: its content is damaged`);
    return file;
  }
}
