import type { Reply } from "./reply.ts";

/** One execution that several deliveries may wait for; it is stopped when the last of them has gone. */
export class SharedWork {
  readonly #controller = new AbortController();
  readonly #reply: Promise<Reply>;
  #waiting = 0;

  /** @param execute Never rejects. */
  constructor(execute: (signal: AbortSignal) => Promise<Reply>) {
    this.#reply = execute(this.#controller.signal);
  }

  /** Whether everybody went, so that no reply will come. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /**
   * Waits for the reply.
   *
   * @throws the signal's reason, as soon as it is aborted.
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
      if (--this.#waiting === 0 && signal.aborted) this.#controller.abort(signal.reason);
    }
  }
}
