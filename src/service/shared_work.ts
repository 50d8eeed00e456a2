import type { Reply } from "./reply.ts";

/** What is done once for all who wait. */
export interface Work {
  /** Makes the reply; its signal says that everybody has left. */
  execute(signal: AbortSignal): Promise<Reply>;
  /** Called before anybody gets the reply; `isWanted` is false when everybody had left before it was made. */
  conclude?(reply: Reply, isWanted: boolean): Promise<void>;
}

/** One execution that several deliveries may wait for; it is stopped when the last of them has gone. */
export class SharedWork {
  readonly #controller = new AbortController();
  readonly #reply: Promise<Reply>;
  #waiting = 0;
  #isMade = false;

  constructor(work: Work) {
    this.#reply = this.#run(work);
    this.#reply.catch(() => {}); // everybody may have left
  }

  /** Whether everybody went before the reply was made, so that none will come. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Settles with the work, and never rejects. */
  get ended(): Promise<void> {
    return this.#reply.then(() => {}, () => {});
  }

  /**
   * Waits for the reply.
   *
   * @throws the signal's reason, as soon as it is aborted, and what the work throws.
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
