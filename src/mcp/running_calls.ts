/**
 * Calls in progress over HTTP, so that a later request can cancel one: `notifications/cancelled` is a request of its
 * own there. A call is known by its caller, the session its client names, and its number in that session.
 */
export class RunningCalls {
  readonly #running = new Map<string, AbortController>();

  /**
   * Runs a call that can be cancelled.
   * @param work Gets a signal that is aborted on cancellation.
   */
  async run<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#running.set(key, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  /** Cancels a call, if it is in progress. */
  cancel(key: string): void {
    this.#running.get(key)?.abort(new DOMException("The call was cancelled", "AbortError"));
  }
}
