import type { Reply } from "./reply.ts";
import { keptBytes, type KeptKey, type KeyedRequest, type ReplyStore } from "./reply_store.ts";
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
