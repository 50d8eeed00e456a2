import type { Reply } from "./reply.ts";

/** Work executed once for several waiting callers. */
export interface Work {
  /** Makes the reply; the signal aborts when the last caller has disconnected. */
  execute(signal: AbortSignal): Promise<Reply>;
  /** Called before the reply is returned; `isWanted` is false if all callers disconnected before. */
  conclude?(reply: Reply, isWanted: boolean): Promise<void>;
}

/** An execution that several deliveries may wait for; it stops when the last of them aborts. */
export class SharedWork {
  readonly #controller = new AbortController();
  readonly #reply: Promise<Reply>;
  #waiting = 0;
  #isMade = false;

  constructor(work: Work) {
    this.#reply = this.#run(work);
    this.#reply.catch(() => {}); // nobody may be waiting any more
  }

  /** Whether all callers disconnected before the reply was made. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Resolves when the work ends; never rejects. */
  get ended(): Promise<void> {
    return this.#reply.then(() => {}, () => {});
  }

  /**
   * Waits for the reply.
   * @throws the signal's reason on abort, and what the work throws.
   */
  async wait(signal: AbortSignal): Promise<Reply> {
    this.#waiting++;
    const gone = Promise.withResolvers<never>();
    const leave = () => gone.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    try {
      return await Promise.race([this.#reply, gone.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      const isLast = --this.#waiting === 0;
      if (isLast && signal.aborted && !this.#isMade) this.#controller.abort(signal.reason);
    }
  }

  async #run({ execute, conclude }: Work): Promise<Reply> {
    const { signal } = this.#controller;
    const reply = await execute(signal);
    this.#isMade = !signal.aborted;
    await conclude?.(reply, this.#isMade);
    return reply;
  }
}
