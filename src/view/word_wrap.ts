/** Most characters held back for an unfinished word: some languages put no space between words. */
const MAX_HELD = 60;
/** A word, blanks or a line break; a per cent sign stays with its number. */
const TOKEN = /\n|\S*\d%\S*|[^\S\n]+|\S+/g;
/** What the next piece may continue: a word, or a number whose per cent sign may follow. */
const UNFINISHED = /(?:\S*\d (?:%\S*)?|\S+)$/;
/** Begins a row of a table. */
const ROW = "|";
const BULLET = /^(?:[-*•]|\d{1,3}[.)])$/;

/** Wraps a text that arrives in pieces between words, so that the terminal does not break words. */
export class WordWrap {
  readonly #width: () => number;
  #held = "";
  #space = "";
  #column = 0;
  /** Indent of the current bullet's continued lines. */
  #indent = 0;
  /** Whether the line is a row of a table, which is not wrapped. */
  #isRow = false;

  /** @param width Returns the columns of the terminal; called for every word. */
  constructor(width: () => number) {
    this.#width = width;
  }

  /** Whether the output so far ends within a line. */
  get isInLine(): boolean {
    return this.#column > 0;
  }

  /**
   * Adds the next piece.
   * @returns The text to print now: everything except an unfinished last word.
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

  /** Ends the text, or pauses it for other output. */
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
      this.#isRow = false;
      this.#space = "";
      return token;
    }
    if (!/\S/.test(token)) {
      this.#space += token;
      return "";
    }
    const length = [...token].length;
    if (this.#column === 0 && token === ROW) this.#isRow = true;
    const isBroken = !this.#isRow && this.#column > this.#indent &&
      this.#column + this.#space.length + length > this.#width();
    const before = isBroken ? `\n${" ".repeat(this.#indent)}` : this.#space;
    if (this.#column === 0 && BULLET.test(token)) this.#indent = before.length + length + 1;
    this.#column = (isBroken ? this.#indent : this.#column + before.length) + length;
    this.#space = "";
    return before + token;
  }
}

/** A text as lines broken between words; a word that is longer than a line has one of its own. */
export function wrapped(text: string, width: number): string[] {
  const wrap = new WordWrap(() => width);
  return (wrap.push(text) + wrap.end()).split("\n");
}
