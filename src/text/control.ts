import { cut } from "./cut.ts";

/** Colours and cursor moves, matched whole so that no letters of them remain; bounded against endless digits. */
// deno-lint-ignore no-control-regex -- it matches control characters
const TERMINAL_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]{0,32}[ -/]{0,4}[@-~]/g;
/** C0 without newline and tab, DEL, C1, and bidi controls. */
const CONTROL =
  // deno-lint-ignore no-control-regex -- it matches control characters
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** What one line has not: control characters, white space but single blanks, and blanks at its ends. */
// deno-lint-ignore no-control-regex -- it matches control characters
const UNEVEN = /[\x00-\x1f\x7f-\xa0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[^\S ]| {2}|^ | $/;
/** How many times the wanted length is read, because white space collapses. */
const LOOK_AHEAD = 8;

/**
 * Removes terminal sequences, bidi controls, and control characters except newline and tab.
 * @param text Untrusted text: of a model, a service or a child process.
 * @returns Text that is safe to print.
 */
export function stripControl(text: string): string {
  return text.replace(TERMINAL_SEQUENCE, "").replace(CONTROL, "");
}

/**
 * Makes one printable line: removes control characters, collapses white space.
 * @param text Untrusted text.
 * @returns The trimmed line.
 */
export function oneLine(text: string): string {
  if (!UNEVEN.test(text)) return text; // nearly every sentence: a page has tens of thousands
  return stripControl(text.replace(/\s+/g, " ")).replace(/ +/g, " ").trim();
}

/**
 * The start of a text as one printable line, for messages.
 * @param text Untrusted text of any length.
 * @param maxChars Longest result in UTF-16 units, at least 1.
 * @returns The line, with an ellipsis when it was cut.
 */
export function excerpt(text: string, maxChars: number): string {
  const seen = text.slice(0, maxChars * LOOK_AHEAD);
  const line = oneLine(seen);
  return cut(seen.length < text.length ? `${line} …` : line, maxChars);
}

/** The start of a text in quotes, as a message shows it. */
export function inQuotes(text: string, most = 40): string {
  return JSON.stringify(excerpt(text, most));
}

/** The name of a company: a sentence shows it as it is, so it has no control characters and no room for a story. */
export function nameLine(value: unknown): string {
  return typeof value === "string" ? excerpt(value.trim(), 80) : "";
}

/** The start of a terminal sequence that the next piece may continue, or half of a surrogate pair. */
// deno-lint-ignore no-control-regex -- it matches control characters
const UNFINISHED = /(?:\x1b(?:\[[0-?]{0,32}[ -/]{0,4})?|\x9b[0-?]{0,32}[ -/]{0,4}|[\uD800-\uDBFF])$/;
/** Longest unfinished sequence: only the end of a piece is searched. */
const MAX_UNFINISHED = 40;

/** Applies {@linkcode stripControl} to a text that arrives in pieces, cut anywhere. */
export class ControlStripper {
  #held = "";

  /**
   * Adds the next piece.
   * @param piece Untrusted text.
   * @returns The text that is safe to print so far.
   */
  push(piece: string): string {
    const text = this.#held + piece;
    const searched = Math.max(0, text.length - MAX_UNFINISHED);
    const found = text.slice(searched).search(UNFINISHED);
    const end = found < 0 ? text.length : searched + found;
    this.#held = text.slice(end);
    return stripControl(text.slice(0, end));
  }

  /** Ends the text. */
  end(): string {
    const rest = stripControl(this.#held);
    this.#held = "";
    return rest;
  }
}

/** Characters that JSON does not escape but a terminal interprets, or a reader of lines takes for a line end. */
const UNESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * One line of JSON that is safe in a terminal: control characters are escaped.
 * @param value A JSON value.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
