import { stripControl } from "./control.ts";

/** The start of a terminal sequence that may go on in the next piece, or half of a character. */
// deno-lint-ignore no-control-regex -- control characters are what is looked for
const UNFINISHED = /(?:\x1b(?:\[[0-?]{0,32}[ -/]{0,4})?|\x9b[0-?]{0,32}[ -/]{0,4}|[\uD800-\uDBFF])$/;
/** Longest unfinished sequence, so that only the end of a piece is searched. */
const MAX_UNFINISHED = 40;

/** Does what {@linkcode stripControl} does to a text that comes in pieces, wherever it is cut. */
export class ControlStripper {
  #held = "";

  /**
   * Takes the next piece.
   * @param piece Text from outside.
   * @returns What may be printed by now.
   */
  push(piece: string): string {
    const text = this.#held + piece;
    const searched = Math.max(0, text.length - MAX_UNFINISHED);
    const found = text.slice(searched).search(UNFINISHED);
    const end = found < 0 ? text.length : searched + found;
    this.#held = text.slice(end);
    return stripControl(text.slice(0, end));
  }

  /**
   * Says that no piece follows.
   * @returns What was held back.
   */
  end(): string {
    const rest = stripControl(this.#held);
    this.#held = "";
    return rest;
  }
}
