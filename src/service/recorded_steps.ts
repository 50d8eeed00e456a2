import type { Step } from "../agent/step.ts";

/** The steps of one answer as they come, for readers that may begin late and read slowly. */
export class RecordedSteps {
  readonly #steps: Step[] = [];
  #ending: { readonly error?: unknown } | undefined;
  #grown = Promise.withResolvers<void>();

  /** Whether nothing follows. */
  get hasEnded(): boolean {
    return this.#ending !== undefined;
  }

  /** All steps so far; nobody writes into them. */
  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** Adds steps; ignored after the end. */
  append(...steps: readonly Step[]): void {
    if (this.#ending) return;
    this.#steps.push(...steps);
    this.#wake();
  }

  /** Ends the answer; a later end has no effect. */
  end(): void {
    this.#endWith({});
  }

  /** Ends the answer with an error, which each reader gets after the steps before it. */
  fail(error: unknown): void {
    this.#endWith({ error });
  }

  /**
   * Reads the steps from the first one on, waiting for those to come.
   * @throws what the answer ended with, or the signal's reason.
   */
  async *replay(signal?: AbortSignal): AsyncGenerator<Step, void, undefined> {
    const wake = () => this.#wake(); // wakes every reader; each looks at its own signal
    signal?.addEventListener("abort", wake);
    try {
      for (let at = 0;; at++) {
        while (at >= this.#steps.length && !this.#ending && !signal?.aborted) await this.#grown.promise;
        signal?.throwIfAborted();
        const step = this.#steps[at];
        if (step === undefined) break;
        yield step;
      }
    } finally {
      signal?.removeEventListener("abort", wake);
    }
    if (this.#ending && "error" in this.#ending) throw this.#ending.error;
  }

  #endWith(ending: { readonly error?: unknown }): void {
    this.#ending ??= ending;
    this.#wake();
  }

  #wake(): void {
    this.#grown.resolve();
    this.#grown = Promise.withResolvers();
  }
}
