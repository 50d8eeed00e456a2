import { RequestError } from "./failure.ts";
import type { Reply } from "./reply.ts";
import type { KeyedRequest, ReplyStore } from "./reply_store.ts";
import { SharedWork } from "./shared_work.ts";

/** One request that is worked on. */
interface Running {
  readonly digest: string;
  /** Absent for a stream, which no second delivery can share. */
  readonly work?: SharedWork;
  /** A whole stream, on its way into the store. */
  reply?: Reply;
}

/** A stream that may be kept. */
export interface StreamTicket {
  /** Keeps the stream for the next delivery. */
  keep(reply: Reply): void;
  /** Lets the next delivery begin anew. */
  forget(): void;
}

/** Where replies are kept. */
export interface ReplyStores {
  /** What is a reply in itself. */
  readonly lasting: ReplyStore;
  /** What only names something in this process's memory. */
  readonly fleeting: ReplyStore;
}

/** How a delivery is answered when it is the first. */
export interface Sharing {
  /** Ends the wait of this delivery. */
  readonly signal: AbortSignal;
  readonly execute: (signal: AbortSignal) => Promise<Reply>;
  /** Default `lasting`. */
  readonly store?: keyof ReplyStores;
}

/**
 * Sees to it that one key is executed once: a repeated delivery waits for the reply that is being made,
 * or gets the one that was made. What failed (429 and from 500) or was stopped because everybody left
 * is not kept, so the next delivery begins anew; two executions of one key never both come to an end.
 * A reply is kept before anybody gets it; a stream, sent while it is made, when it has ended.
 */
export class ReplyKeeper {
  readonly #running = new Map<string, Running>();
  readonly #stores: ReplyStores;

  constructor(stores: ReplyStores) {
    this.#stores = stores;
  }

  /**
   * The reply to a delivery, executed only if it is the first.
   *
   * @throws {RequestError} 422 when the key came with another request; 503 when the store cannot be used.
   */
  async share(request: KeyedRequest, { signal, execute, store = "lasting" }: Sharing): Promise<Reply> {
    const known = this.#find(request);
    if (known?.reply) return known.reply;
    const work = known?.work ?? this.#begin(request, { execute, store: this.#stores[store] });
    return await work.wait(signal);
  }

  /**
   * Begins a stream, or finds the one that was sent.
   *
   * @throws {RequestError} 422 when the key came with another request; 409 while the stream is being sent.
   */
  open(request: KeyedRequest): Reply | StreamTicket {
    const known = this.#find(request);
    if (known?.reply) return known.reply;
    if (known) throw isRunning();
    const running: Running = { digest: request.digest };
    this.#running.set(request.scope, running);
    return {
      keep: (reply) => {
        running.reply = reply;
        const forget = () => this.#remove(request, running);
        this.#stores.lasting.keep(request, reply).then(forget, forget); // it was sent: a failure costs only the repeat
      },
      forget: () => this.#remove(request, running),
    };
  }

  #begin(request: KeyedRequest, { execute, store }: { execute: Sharing["execute"]; store: ReplyStore }): SharedWork {
    const work = new SharedWork({
      execute: async (signal) => {
        await store.begin(request);
        return await execute(signal);
      },
      conclude: async (reply, isWanted) => {
        if (isWanted && isKept(reply)) await store.keep(request, reply);
        else if (this.#running.get(request.scope) === running) await store.forget(request.scope);
      },
    });
    const running: Running = { digest: request.digest, work };
    this.#running.set(request.scope, running);
    void work.ended.then(() => this.#remove(request, running));
    return work;
  }

  /** What is worked on, or was kept; nothing where a delivery has to begin. */
  #find({ scope, digest }: KeyedRequest): Running | undefined {
    const running = this.#running.get(scope);
    const known = running ?? this.#stores.lasting.find(scope) ?? this.#stores.fleeting.find(scope);
    if (known && known.digest !== digest) throw isReused();
    if (running) return running.work?.abandoned ? undefined : running;
    return known?.reply ? { digest, reply: known.reply } : undefined; // a process may have died over it
  }

  #remove({ scope }: KeyedRequest, running: Running): void {
    if (this.#running.get(scope) === running) this.#running.delete(scope);
  }
}

function isKept({ status }: Reply): boolean {
  return status !== 429 && status < 500;
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
