/** Default limit of a memory, in bytes: 500 names on a day take 5 MiB of findings and 20 of drafts. */
export const MEMORY_BYTES = 32 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
}

/**
 * Remembers values up to a number of bytes; what nobody asked for longest is forgotten first. A value depends on its key
 * alone, so that an answer is the same whether it was remembered or not.
 */
export class Memory<T extends object> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes Limit of all values together; 0 remembers nothing. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the remembered value of a key, or makes it; an error of `make` is not remembered. */
  recall(key: string, make: () => T): T {
    const entry = this.#entries.get(key) ?? measured(make());
    this.#forget(key);
    this.#keep(key, entry);
    return entry.value;
  }

  #keep(key: string, entry: Entry<T>): void {
    this.#entries.set(key, entry); // a Map keeps insertion order: the last used is the last
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

/** Estimate: in memory, figures and short texts take about twice the bytes of their JSON. */
function measured<T>(value: T): Entry<T> {
  return { value, bytes: 2 * JSON.stringify(value).length };
}
