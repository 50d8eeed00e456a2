/** A bounded cache: of too many values the least recently used is dropped. */
export class Recent<V> {
  readonly #most: number;
  readonly #values = new Map<string, V>();

  /** @param most Values kept, at least 1. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key; where it is not kept it is made. */
  get(key: string, make: () => V): V {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key); // a Map keeps insertion order: the most recently used is last
    this.#values.set(key, value);
    for (const old of this.#values.keys()) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(old);
    }
    return value;
  }
}
