import type { Reply } from "./reply.ts";

/** What is known of one `Idempotency-Key`. */
export interface KeptKey {
  /** Digest of the request that came with it. */
  readonly digest: string;
  /** Absent while the request is worked on, and after a process died over it. */
  readonly reply?: Reply | undefined;
}

/** One request under one key. */
export interface KeyedRequest {
  /** Owner and key. */
  readonly scope: string;
  /** Digest of everything that makes the request what it is. */
  readonly digest: string;
}

/**
 * Keeps replies by owner and key. What a promise resolved for is kept as well as the store can:
 * on disk it survives a power cut.
 */
export interface ReplyStore {
  /** Most bytes of all replies together. */
  readonly maxBytes: number;
  /** What is known of a key, without waiting, so that of two deliveries only one is the first. */
  find(scope: string): KeptKey | undefined;
  /** Notes that a request is worked on. */
  begin(request: KeyedRequest): Promise<void>;
  /** Keeps a finished reply, as the newest. */
  keep(request: KeyedRequest, reply: Reply): Promise<void>;
  /** Lets the key be used anew, unless a reply is kept for it. */
  forget(scope: string): Promise<void>;
}

interface Kept extends KeptKey {
  readonly reply: Reply;
}

/** Keeps replies as long as the process lives, within a budget of bytes; the oldest go first. */
export class MemoryReplyStore implements ReplyStore {
  readonly #kept = new Map<string, Kept>();
  readonly maxBytes: number;
  #bytes = 0;

  /** @param options `maxBytes`, most bytes of all replies together. */
  constructor({ maxBytes }: { readonly maxBytes: number }) {
    this.maxBytes = maxBytes;
  }

  find(scope: string): KeptKey | undefined {
    return this.#kept.get(scope);
  }

  /** Who is worked on is known to the caller: it lives no longer than this store. */
  async begin(): Promise<void> {}

  // deno-lint-ignore require-await -- the port is asynchronous for the twin on disk
  async keep({ scope, digest }: KeyedRequest, reply: Reply): Promise<void> {
    this.#remove(scope);
    this.#kept.set(scope, { digest, reply }); // a Map keeps the order of arrival
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

/** A text costs two bytes per unit at most; the rest stands for the key and the headers. */
export function keptBytes(reply: Pick<Reply, "body"> | undefined): number {
  return 2 * (reply?.body.length ?? 0) + 512;
}
