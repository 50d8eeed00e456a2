import { RequestError } from "../protocol/request_error.ts";
import type { Reply } from "./reply.ts";
import type { KeyedRequest, ReplyStore } from "./reply_store.ts";
import { SharedWork } from "./shared_work.ts";

/** A request in progress. */
interface Running {
  readonly digest: string;
  /** Absent for a stream, which a second delivery cannot share. */
  readonly work?: SharedWork;
  /** A complete stream that is being written to the store. */
  reply?: Reply;
}

/** Handle of a stream that may be kept. */
export interface StreamTicket {
  /** Keeps the stream for the next delivery. */
  keep(reply: Reply): void;
  /** Lets the next delivery start over. */
  forget(): void;
}

/** The stores of replies. */
export interface ReplyStores {
  /** For complete replies. */
  readonly durable: ReplyStore;
  /** For identifiers of responses, which exist only in this process's memory. */
  readonly transient: ReplyStore;
}

/** How to execute the first delivery. */
export interface Sharing {
  /** Stops waiting for this delivery. */
  readonly signal: AbortSignal;
  readonly execute: (signal: AbortSignal) => Promise<Reply>;
  /** Default: `durable`. */
  readonly store?: keyof ReplyStores;
}

/**
 * Executes each key once. A repeated delivery waits for the reply in progress, or gets the kept one.
 * A failure (429, or 500 and above) or a request abandoned by all its callers is not kept, so the next
 * delivery starts over; two executions of one key never both complete. A reply is kept before it is sent,
 * a stream after it has ended.
 */
export class ReplyKeeper {
  readonly #running = new Map<string, Running>();
  readonly #stores: ReplyStores;

  constructor(stores: ReplyStores) {
    this.#stores = stores;
  }

  /**
   * Returns the reply to a delivery; executes only the first one.
   *
   * @throws {RequestError} 422 when the key was used with another request; 503 when the store fails.
   */
  async share(request: KeyedRequest, { signal, execute, store = "durable" }: Sharing): Promise<Reply> {
    const known = this.#find(request);
    if (known?.reply) return known.reply;
    const work = known?.work ?? this.#begin(request, { execute, store: this.#stores[store] });
    return await work.wait(signal);
  }

  /**
   * Begins a stream, or finds the kept one.
   *
   * @throws {RequestError} 422 when the key was used with another request; 409 while the stream is being sent.
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
        this.#stores.durable.keep(request, reply).then(forget, forget); // already sent: on failure a repeat runs again
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
        if (isWanted && reply.status !== 429 && reply.status < 500) await store.keep(request, reply);
        else if (this.#running.get(request.scope) === running) await store.forget(request.scope);
      },
    });
    const running: Running = { digest: request.digest, work };
    this.#running.set(request.scope, running);
    void work.ended.then(() => this.#remove(request, running));
    return work;
  }

  /** The request in progress or the kept reply; `undefined` if the delivery must execute. */
  #find({ scope, digest }: KeyedRequest): Running | undefined {
    const running = this.#running.get(scope);
    const known = running ?? this.#stores.durable.find(scope) ?? this.#stores.transient.find(scope);
    if (known && known.digest !== digest) throw isReused();
    if (running) return running.work?.abandoned ? undefined : running;
    return known?.reply ? { digest, reply: known.reply } : undefined; // without a reply, the process died during it
  }

  #remove({ scope }: KeyedRequest, running: Running): void {
    if (this.#running.get(scope) === running) this.#running.delete(scope);
  }
}

function isReused(): RequestError {
  return new RequestError("Cannot use the Idempotency-Key: it was used with another request", {
    status: 422,
    code: "idempotency_key_reused",
  });
}

function isRunning(): RequestError {
  return new RequestError("Cannot send the stream twice: it is being sent under this Idempotency-Key", {
    status: 409,
    code: "idempotency_key_in_use",
    headers: { "retry-after": "1", "x-should-retry": "true" }, // by then an abandoned delivery has ended
  });
}
