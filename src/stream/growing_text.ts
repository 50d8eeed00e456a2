/** Longest text, in UTF-16 units: half of V8's longest string. */
export const MAX_TEXT_LENGTH = 2 ** 28;

const PIECES_AT_ONCE = 256;

/**
 * A text that grows by small pieces. `text += piece` would keep a node and a string per piece, 14 times the size of
 * the text for pieces of four characters; this joins them in batches instead.
 */
export class GrowingText {
  #settled = "";
  #pieces: string[] = [];
  #length = 0;

  /** Length in UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  /** The text so far, in constant time. */
  get value(): string {
    return this.#pieces.length === 0 ? this.#settled : this.#settled + this.#pieces.join("");
  }

  /** @returns False when the text would exceed {@linkcode MAX_TEXT_LENGTH}; the piece is then dropped. */
  append(piece: string): boolean {
    if (this.#length + piece.length > MAX_TEXT_LENGTH) return false;
    this.#length += piece.length;
    if (this.#pieces.push(piece) === PIECES_AT_ONCE) {
      this.#settled += this.#pieces.join("");
      this.#pieces = [];
    }
    return true;
  }
}
