/** Default limit of a memory, in bytes: 500 names on a day take 5 MiB of findings, and 9 of what passed verification. */
export const MEMORY_BYTES = 16 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
}

/** How much a memory holds. */
export interface MemoryOptions<T> {
  /** Limit of all values together; 0 remembers nothing. */
  readonly maxBytes: number;
  /** Estimates the bytes of a value, 1 or more. */
  readonly bytesOf: (value: T) => number;
}

/**
 * Remembers values up to a number of bytes; what nobody asked for longest is forgotten first. A value depends on its key
 * alone, so that an answer is the same whether it was remembered or not.
 */
export class Memory<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #options: MemoryOptions<T>;
  #bytes = 0;

  /** @param options Limit, and what counts. */
  constructor(options: MemoryOptions<T>) {
    this.#options = options;
  }

  /** Returns the remembered value of a key, or makes it; an error of `make` is not remembered. */
  recall(key: string, make: () => T): T {
    const entry = this.#entries.get(key) ?? this.#entryOf(make());
    this.#forget(key);
    this.#keep(key, entry);
    return entry.value;
  }

  #keep(key: string, entry: Entry<T>): void {
    this.#entries.set(key, entry); // a Map keeps insertion order: the last used is the last
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#options.maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  #entryOf(value: T): Entry<T> {
    return { value, bytes: this.#options.bytesOf(value) };
  }
}
