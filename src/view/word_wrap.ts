/** A longer word is not waited for: some languages put no space between words. */
const MAX_HELD = 60;
const TOKEN = /\n|[^\S\n]+|\S+/g;
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
    const tokens = (this.#held + piece).match(TOKEN) ?? [];
    const last = tokens.at(-1) ?? "";
    const isHeld = /\S/.test(last) && last.length <= MAX_HELD;
    this.#held = isHeld ? last : "";
    return (isHeld ? tokens.slice(0, -1) : tokens).map((token) => this.#place(token)).join("");
  }

  /** Says that no piece follows, or that something else is printed in between. */
  end(): string {
    const rest = this.#held === "" ? "" : this.#place(this.#held);
    this.#held = "";
    return rest;
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
