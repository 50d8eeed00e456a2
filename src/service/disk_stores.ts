import type { Reply } from "./reply.ts";
import { keptBytes, type KeptKey, type KeyedRequest, type ReplyStore } from "./reply_store.ts";
import { type ResponseStore, storedBytes, type StoredResponse } from "./response_store.ts";
import type { Retention } from "./retention.ts";
import { type StateDatabase, storedDigest } from "./state_database.ts";
import { SQL } from "./state_schema.ts";

/** Keeps replies on disk, within limits of bytes and time; the oldest are dropped first. */
export class DiskReplyStore implements ReplyStore {
  readonly maxBytes: number;
  readonly keptMs: number;
  readonly #database: StateDatabase;

  constructor(database: StateDatabase, { maxBytes, keptMs }: Retention) {
    this.#database = database;
    this.maxBytes = maxBytes;
    this.keptMs = keptMs;
  }

  find(scope: string): KeptKey | undefined {
    const record = this.#database.get(SQL.findReply, scope, this.#database.nowMs() - this.keptMs);
    if (!record) return undefined;
    const { digest, status, headers, body, sha256 } = record;
    this.#database.checkStored(sha256, [scope, digest, status, headers, body]);
    if (status === null) return { digest: String(digest) };
    const reply = { status: Number(status), headers: JSON.parse(String(headers)), body: String(body) };
    return { digest: String(digest), reply };
  }

  begin(request: KeyedRequest): Promise<void> {
    return this.#put(request);
  }

  keep(request: KeyedRequest, reply: Reply): Promise<void> {
    return this.#put(request, reply);
  }

  forget(scope: string): Promise<void> {
    return this.#database.write(() => this.#database.run(SQL.forgetReply, scope));
  }

  #put({ scope, digest }: KeyedRequest, reply?: Reply): Promise<void> {
    const headers = reply ? JSON.stringify(reply.headers) : null;
    const stored = [scope, digest, reply?.status ?? null, headers, reply?.body ?? null];
    const values = [...stored, storedDigest(stored), keptBytes(reply)];
    return this.#database.write(() => {
      this.#database.run(SQL.removeReply, scope);
      this.#database.run(SQL.addReply, ...values, this.#database.nowMs());
      this.#database.makeRoom("replies", this);
    });
  }
}

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
