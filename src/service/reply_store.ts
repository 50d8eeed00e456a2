import type { Reply } from "./reply.ts";

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
}

/** Keeps replies in memory, within a limit of bytes; the oldest are dropped first. */
export class MemoryReplyStore implements ReplyStore {
  readonly #kept = new Map<string, Kept>();
  readonly maxBytes: number;
  #bytes = 0;

  /** @param options `maxBytes`: limit of all replies together. */
  constructor({ maxBytes }: { readonly maxBytes: number }) {
    this.maxBytes = maxBytes;
  }

  find(scope: string): KeptKey | undefined {
    return this.#kept.get(scope);
  }

  /** Does nothing: the caller already tracks requests in progress and does not outlive this store. */
  async begin(): Promise<void> {}

  // deno-lint-ignore require-await -- the interface is asynchronous for the store on disk
  async keep({ scope, digest }: KeyedRequest, reply: Reply): Promise<void> {
    this.#remove(scope);
    this.#kept.set(scope, { digest, reply }); // a Map keeps insertion order
    this.#bytes += keptBytes(reply);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.maxBytes) return;
      this.#remove(oldest);
    }
  }

  async forget(): Promise<void> {}

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
