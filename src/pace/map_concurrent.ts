/** How much happens at once, and what ends it. */
export interface MapConcurrentOptions {
  /** Most items at once, in work or finished and not yet read; a whole number from 1. */
  readonly concurrency: number;
  /** Ends the work: what is finished is still yielded, then its reason is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * Works on items, several at once, and yields the results in the order in which they are ready.
 * An item is taken only when it can be worked on. Leaving the loop, a throw and an abort all
 * abort the signal of the items in work and wait for them.
 * @param items Where items come from; read one at a time.
 * @param work What is done with an item; a throw ends everything.
 * @param options How many at once.
 * @returns The results; nothing starts before the first read.
 * @throws {RangeError} when `concurrency` is not a whole number from 1.
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert";
 *
 * const squares = mapConcurrent([1, 2, 3], (n) => Promise.resolve(n * n), { concurrency: 2 });
 * deepStrictEqual(await Array.fromAsync(squares), [1, 4, 9]);
 * ```
 */
export function mapConcurrent<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T, signal: AbortSignal) => Promise<R>,
  options: MapConcurrentOptions,
): AsyncGenerator<R, void, undefined> {
  const { concurrency } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`Cannot work on ${concurrency} items at once: not a whole number from 1`);
  }
  return results(new Workshop(items, work, options));
}

async function* results<T, R>(workshop: Workshop<T, R>): AsyncGenerator<R, void, undefined> {
  try {
    workshop.open();
    for (let next = await workshop.take(); next; next = await workshop.take()) {
      if ("reason" in next) throw next.reason;
      yield next.value;
    }
  } finally {
    await workshop.close();
  }
}

/** Wrapped, because a result and a reason may be `undefined` or false. */
type Finished<R> = { readonly value: R } | { readonly reason: unknown };
type Intake<T> = Iterator<T> | AsyncIterator<T>;

class Workshop<T, R> {
  readonly #items: Iterable<T> | AsyncIterable<T>;
  readonly #work: (item: T, signal: AbortSignal) => Promise<R>;
  readonly #options: MapConcurrentOptions;
  readonly #abort = new AbortController();
  readonly #finished: Finished<R>[] = [];
  #intake: Intake<T> | undefined;
  #inWork = 0;
  #isTaking = false;
  #isStopped = false;
  #wake = () => {};

  constructor(
    items: Iterable<T> | AsyncIterable<T>,
    work: (item: T, signal: AbortSignal) => Promise<R>,
    options: MapConcurrentOptions,
  ) {
    this.#items = items;
    this.#work = work;
    this.#options = options;
  }

  open(): void {
    const { signal } = this.#options;
    if (signal?.aborted) return this.#onAbort();
    signal?.addEventListener("abort", this.#onAbort);
    this.#intake = Symbol.asyncIterator in this.#items
      ? this.#items[Symbol.asyncIterator]()
      : this.#items[Symbol.iterator]();
    this.#fill();
  }

  /** The next result, or nothing when all is done. */
  async take(): Promise<Finished<R> | undefined> {
    while (this.#finished.length === 0) {
      if (this.#intake === undefined && this.#inWork === 0) return undefined;
      await this.#change();
    }
    const next = this.#finished.shift();
    this.#fill();
    return next;
  }

  async close(): Promise<void> {
    const wasStopped = this.#isStopped;
    this.#isStopped = true;
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#inWork > 0) this.#abort.abort();
    while (this.#inWork > 0) await this.#change();
    try {
      const closing = Promise.resolve(this.#intake?.return?.());
      // An intake that hangs may not hold the caller: it ends when its next item comes.
      if (this.#isTaking) closing.catch(() => {});
      else await closing;
    } catch (error) {
      if (!wasStopped) throw error; // the first failure is the one to tell
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake = resolve);
  }

  #fill(): void {
    const isFull = this.#inWork + this.#finished.length >= this.#options.concurrency;
    if (this.#intake === undefined || this.#isTaking || this.#isStopped || isFull) return;
    this.#takeItem(this.#intake);
  }

  async #takeItem(intake: Intake<T>): Promise<void> {
    this.#isTaking = true;
    try {
      const next = await intake.next();
      if (next.done === true) this.#intake = undefined;
      else if (!this.#isStopped) this.#run(next.value);
    } catch (error) {
      this.#intake = undefined;
      this.#stop(error);
    }
    this.#isTaking = false;
    this.#fill();
    this.#wake();
  }

  async #run(item: T): Promise<void> {
    this.#inWork++;
    try {
      const value = await this.#work(item, this.#abort.signal);
      this.#inWork--;
      if (!this.#isStopped) this.#finished.push({ value });
    } catch (error) {
      this.#inWork--;
      this.#stop(error);
    }
    this.#wake(); // the slot is free when the result is taken
  }

  #stop(reason: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#finished.push({ reason });
    this.#abort.abort(reason);
  }

  readonly #onAbort = (): void => {
    this.#stop(this.#options.signal?.reason);
    this.#wake();
  };
}
