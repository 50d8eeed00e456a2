/** A longer word is not waited for: some languages put no space between words. */
const MAX_HELD = 60;
/** A per cent sign stays with its number. */
const TOKEN = /\n|\S*\d %\S*|[^\S\n]+|\S+/g;
/** What may go on: a word, or a number whose sign may follow. */
const UNFINISHED = /(?:\S*\d (?:%\S*)?|\S+)$/;
const BULLET = /^(?:[-*•]|\d{1,3}[.)])$/;

/** Breaks lines between words in a text that comes in pieces, so that a terminal need not break them inside. */
export class WordWrap {
  readonly #width: () => number;
  #held = "";
  #space = "";
  #column = 0;
  /** What stands under a bullet begins where its words do. */
  #indent = 0;

  /** @param width Columns of the terminal, asked at every word. */
  constructor(width: () => number) {
    this.#width = width;
  }

  /** Whether what was given out ended inside a line. */
  get isInLine(): boolean {
    return this.#column > 0;
  }

  /**
   * Takes the next piece.
   * @returns What may be printed by now: all but a word that may go on.
   */
  push(piece: string): string {
    const text = this.#held + piece;
    const searched = Math.max(0, text.length - MAX_HELD);
    const found = text.slice(searched).search(UNFINISHED);
    const isHeld = found > 0 || (found === 0 && searched === 0);
    const end = isHeld ? searched + found : text.length;
    this.#held = text.slice(end);
    return this.#placeAll(text.slice(0, end));
  }

  /** Says that no piece follows, or that something else is printed in between. */
  end(): string {
    const rest = this.#placeAll(this.#held);
    this.#held = "";
    return rest;
  }

  #placeAll(text: string): string {
    return (text.match(TOKEN) ?? []).map((token) => this.#place(token)).join("");
  }

  #place(token: string): string {
    if (token === "\n") {
      this.#column = this.#indent = 0;
      this.#space = "";
      return token;
    }
    if (!/\S/.test(token)) {
      this.#space += token;
      return "";
    }
    const length = [...token].length;
    const isBroken = this.#column > this.#indent && this.#column + this.#space.length + length > this.#width();
    const before = isBroken ? `\n${" ".repeat(this.#indent)}` : this.#space;
    if (this.#column === 0 && BULLET.test(token)) this.#indent = before.length + length + 1;
    this.#column = (isBroken ? this.#indent : this.#column + before.length) + length;
    this.#space = "";
    return before + token;
  }
}
