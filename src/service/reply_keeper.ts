import { RequestError } from "./failure.ts";
import type { Reply } from "./reply.ts";
import { SharedWork } from "./shared_work.ts";

/** One delivery of a request that names an `Idempotency-Key`. */
export interface Delivery {
  /** Owner and key. */
  readonly scope: string;
  /** Digest of everything that makes the request what it is. */
  readonly digest: string;
}

interface Entry {
  readonly digest: string;
  readonly work?: SharedWork;
  reply?: Reply;
}

/** A stream that may be kept. */
export interface StreamTicket {
  /** Keeps the stream for the next delivery. */
  keep(reply: Reply): void;
  /** Lets the next delivery begin anew. */
  forget(): void;
}

/**
 * Sees to it that one key is executed once: a repeated delivery waits for the reply that is being made,
 * or gets the one that was made. What failed (429 and from 500) or was stopped because everybody left
 * is not kept, so the next delivery begins anew; two executions of one key never both come to an end.
 */
export class ReplyKeeper {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ maxBytes }: { readonly maxBytes: number }) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The reply to a delivery, executed only if it is the first.
   *
   * @throws {RequestError} 422 when the key came with another request.
   */
  async share(
    { scope, digest }: Delivery,
    { signal, execute }: { readonly signal: AbortSignal; readonly execute: (signal: AbortSignal) => Promise<Reply> },
  ): Promise<Reply> {
    const known = this.#find({ scope, digest });
    if (known?.reply) return known.reply;
    const entry = known?.work ? known : { digest, work: new SharedWork(execute) };
    this.#entries.set(scope, entry);
    try {
      const reply = await (entry.work as SharedWork).wait(signal);
      this.#settle(scope, { entry, reply });
      return reply;
    } finally {
      if (entry.work?.abandoned) this.#remove(scope, entry); // or keys of abandoned work would pile up
    }
  }

  /**
   * Begins a stream, or finds the one that was sent.
   *
   * @throws {RequestError} 422 when the key came with another request; 409 while the stream is being sent.
   */
  open({ scope, digest }: Delivery): Reply | StreamTicket {
    const known = this.#find({ scope, digest });
    if (known?.reply) return known.reply;
    if (known) throw isRunning();
    const entry: Entry = { digest };
    this.#entries.set(scope, entry);
    return {
      keep: (reply) => this.#settle(scope, { entry, reply }),
      forget: () => this.#remove(scope, entry),
    };
  }

  #find({ scope, digest }: Delivery): Entry | undefined {
    const entry = this.#entries.get(scope);
    if (entry && entry.digest !== digest) throw isReused();
    // a delivery can come between the abandoning and the removal: it begins anew as well
    return entry?.work?.abandoned && !entry.reply ? undefined : entry;
  }

  #settle(scope: string, { entry, reply }: { readonly entry: Entry; readonly reply: Reply }): void {
    if (entry.reply || this.#entries.get(scope) !== entry) return;
    this.#entries.delete(scope);
    if (reply.status === 429 || reply.status >= 500) return;
    entry.reply = reply;
    this.#entries.set(scope, entry); // a Map keeps the order of arrival: it is the newest now
    this.#bytes += sizeOf(reply);
    this.#makeRoom();
  }

  #remove(scope: string, entry: Entry): void {
    if (this.#entries.get(scope) === entry && !entry.reply) this.#entries.delete(scope);
  }

  #makeRoom(): void {
    for (const [scope, { reply }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      if (!reply) continue;
      this.#entries.delete(scope);
      this.#bytes -= sizeOf(reply);
    }
  }
}

/** A text costs two bytes per unit at most; the rest stands for the key and the headers. */
function sizeOf({ body }: Reply): number {
  return 2 * body.length + 512;
}

function isReused(): RequestError {
  return new RequestError("Cannot take the Idempotency-Key: it came with another request before", {
    status: 422,
    code: "idempotency_key_reused",
  });
}

function isRunning(): RequestError {
  return new RequestError("Cannot send the stream twice: it is being sent under this Idempotency-Key", {
    status: 409,
    code: "idempotency_key_in_use",
    headers: { "retry-after": "1", "x-should-retry": "true" }, // by then a delivery that nobody reads is gone
  });
}
