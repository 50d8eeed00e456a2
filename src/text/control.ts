import { cut } from "./cut.ts";

/** Colours and cursor moves, so that their letters do not stay behind; bounded against long digits. */
// deno-lint-ignore no-control-regex -- control characters are what is looked for
const TERMINAL_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]{0,32}[ -/]{0,4}[@-~]/g;
/** C0 but for newline and tab, DEL, C1, and what turns the direction of writing. */
const CONTROL =
  // deno-lint-ignore no-control-regex -- control characters are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** How much more than asked for is looked at when much of a text is white space. */
const LOOK_AHEAD = 8;

/**
 * Removes what a terminal would obey: control characters but newline and tab, and bidi controls.
 * @param text Text from outside: a model, a service, a child process.
 * @returns The text as it may be printed.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * strictEqual(stripControl("\x1b[31mred\x1b[0m\r\n"), "red\n");
 * ```
 */
export function stripControl(text: string): string {
  return text.replace(TERMINAL_SEQUENCE, "").replace(CONTROL, "");
}

/**
 * Makes one printable line: control characters go, white space becomes single spaces.
 * @param text Text from outside.
 * @returns The line, without space around it.
 */
export function oneLine(text: string): string {
  return stripControl(text.replace(/\s+/g, " ")).replace(/ +/g, " ").trim();
}

/**
 * The start of a text as one printable line, for messages.
 * @param text Text from outside, of any length.
 * @param maxChars Longest result in UTF-16 units, at least 1.
 * @returns The line, with an ellipsis when something is missing.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * strictEqual(excerpt("<html>\n  <body>Bad gateway", 14), "<html> <body>…");
 * ```
 */
export function excerpt(text: string, maxChars: number): string {
  const seen = text.slice(0, maxChars * LOOK_AHEAD);
  const line = oneLine(seen);
  return cut(seen.length < text.length ? `${line} …` : line, maxChars);
}

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
