import type { Clock } from "../pace/clock.ts";
import type { Reply } from "./reply.ts";
import type { Retention } from "./retention.ts";

/** The record of an `Idempotency-Key`. */
export interface KeptKey {
  /** Digest of its request. */
  readonly digest: string;
  /** Absent while the request is in progress, or if the process died during it. */
  readonly reply?: Reply | undefined;
}

/** A request and its key. */
export interface KeyedRequest {
  /** Owner and key. */
  readonly scope: string;
  /** Digest of path, body and settings. */
  readonly digest: string;
}

/**
 * Keeps replies by owner and key. After a promise resolves, a store on disk has persisted the write
 * even against a power loss.
 */
export interface ReplyStore {
  /** Limit of all replies together, in bytes. */
  readonly maxBytes: number;
  /** Milliseconds that a reply is kept; absent if the store has no limit of time. */
  readonly keptMs?: number;
  /** Finds a key; synchronous, so that only one of two deliveries is the first. */
  find(scope: string): KeptKey | undefined;
  /** Records that a request is in progress. */
  begin(request: KeyedRequest): Promise<void>;
  /** Keeps a finished reply as the newest. */
  keep(request: KeyedRequest, reply: Reply): Promise<void>;
  /** Removes the key, unless a reply is kept for it. */
  forget(scope: string): Promise<void>;
}

interface Kept extends KeptKey {
  readonly reply: Reply;
  readonly atMs: number;
}

/** Keeps replies in memory, within limits of bytes and time; the oldest are dropped first. */
export class MemoryReplyStore implements ReplyStore {
  readonly #kept = new Map<string, Kept>();
  readonly maxBytes: number;
  readonly keptMs: number;
  readonly #clock: Pick<Clock, "now">;
  #bytes = 0;

  constructor({ maxBytes, keptMs }: Retention, clock: Pick<Clock, "now">) {
    this.maxBytes = maxBytes;
    this.keptMs = keptMs;
    this.#clock = clock;
  }

  find(scope: string): KeptKey | undefined {
    this.#makeRoom();
    return this.#kept.get(scope);
  }

  /** Does nothing: the caller already tracks requests in progress and does not outlive this store. */
  async begin(): Promise<void> {}

  // deno-lint-ignore require-await -- the interface is asynchronous for the store on disk
  async keep({ scope, digest }: KeyedRequest, reply: Reply): Promise<void> {
    this.#remove(scope);
    this.#kept.set(scope, { digest, reply, atMs: this.#clock.now().getTime() }); // a Map keeps insertion order
    this.#bytes += keptBytes(reply);
    this.#makeRoom();
  }

  async forget(): Promise<void> {}

  #makeRoom(): void {
    const sinceMs = this.#clock.now().getTime() - this.keptMs;
    for (const [oldest, { atMs }] of this.#kept) {
      if (atMs > sinceMs && this.#bytes <= this.maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(scope: string): void {
    const kept = this.#kept.get(scope);
    if (!kept) return;
    this.#kept.delete(scope);
    this.#bytes -= keptBytes(kept.reply);
  }
}

/** Estimate: at most two bytes per UTF-16 unit, plus key and headers. */
export function keptBytes(reply: Pick<Reply, "body"> | undefined): number {
  return 2 * (reply?.body.length ?? 0) + 512;
}
