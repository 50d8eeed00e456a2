/** Caches the next occurrence: `indexOf` would scan to the end of the text for a rare character, once a row. */
export class CharFinder {
  readonly #text: string;
  readonly #char: string;
  #next = -1;

  constructor(text: string, char: string) {
    this.#text = text;
    this.#char = char;
  }

  /** The first occurrence from `at` on, or the length of the text; `at` must not decrease. */
  from(at: number): number {
    if (this.#next < at) {
      const found = this.#text.indexOf(this.#char, at);
      this.#next = found < 0 ? this.#text.length : found;
    }
    return this.#next;
  }
}
