import { type ResponseStore, storedBytes, type StoredResponse } from "./response_store.ts";
import { type StateDatabase, storedDigest } from "./state_database.ts";
import { SQL } from "./state_schema.ts";
import type { Retention } from "./retention.ts";

/** Keeps responses on disk. */
export class DiskResponseStore implements ResponseStore {
  readonly maxBytes: number;
  readonly keptMs: number;
  readonly #database: StateDatabase;

  constructor(database: StateDatabase, { maxBytes, keptMs }: Retention) {
    this.maxBytes = maxBytes;
    this.keptMs = keptMs;
    this.#database = database;
  }

  keep(response: StoredResponse): Promise<void> {
    const { id, owner, object, input, asked } = response;
    const stored = [object, input, JSON.stringify(asked)];
    const values = [id, owner, ...stored, storedDigest([id, ...stored]), storedBytes(response)];
    return this.#database.write(() => {
      this.#database.run(SQL.addResponse, ...values, this.#database.nowMs());
      this.#database.makeRoom("responses", this);
    });
  }

  find(id: string, owner: string): StoredResponse | "gone" | undefined {
    const record = this.#database.get(SQL.findResponse, id, owner, this.#database.nowMs() - this.keptMs);
    if (record === undefined) return this.#database.isGone("responses", { id, owner }) ? "gone" : undefined;
    if (record["is_old"] === 1) return "gone";
    const { object, input, asked: askedText, sha256 } = record;
    this.#database.checkStored(sha256, [id, object, input, askedText]);
    const asked: unknown = JSON.parse(String(record["asked"]));
    return {
      id,
      owner,
      object: String(record["object"]),
      input: String(record["input"]),
      asked: Array.isArray(asked) ? asked.map(String) : [],
    };
  }

  delete(id: string, owner: string): Promise<void> {
    return this.#database.write(() => this.#database.run(SQL.deleteResponse, id, owner));
  }
}
