/** Longest text that is kept, in UTF-16 units: half of what V8 can hold in one string. */
export const MAX_TEXT_LENGTH = 2 ** 28;

const PIECES_AT_ONCE = 256;

/**
 * A text that grows by small pieces. `text += piece` would keep a node and a string for every piece, 14 times
 * the text's own size for pieces of four characters; pieces are joined by the hundred instead.
 */
export class GrowingText {
  #settled = "";
  #pieces: string[] = [];
  #length = 0;

  /** Length in UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  /** Everything so far; costs nothing that grows with the text. */
  get value(): string {
    return this.#pieces.length === 0 ? this.#settled : this.#settled + this.#pieces.join("");
  }

  /** @returns Whether the piece was kept: past {@linkcode MAX_TEXT_LENGTH} none is. */
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
