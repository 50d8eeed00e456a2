import { isRecord } from "./options.ts";

/** A position in a text, both from 1; columns count UTF-16 units, as editors do. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A JSON value and the positions of its member names. */
export interface PlacedJson {
  readonly value: unknown;
  /** Position of the member name at a path of names and indexes; the start of the text without one. */
  placeOf(path: readonly string[]): TextPlace;
}

/** Text that is not JSON, or that JSON readers would silently misread. */
export class JsonError extends Error {
  /** Name of the class. */
  override readonly name = "JsonError";
  /** Where reading stopped. */
  readonly place: TextPlace;

  /**
   * Creates the error.
   * @param state What is wrong.
   * @param place Where.
   */
  constructor(state: string, place: TextPlace) {
    super(`Cannot read JSON: line ${place.line}, column ${place.column}: ${state}`);
    this.place = place;
  }
}

const MAX_DEPTH = 200;
const SPACE = /[ \t\r\n]*/y;
// deno-lint-ignore no-control-regex -- JSON forbids control characters in a text
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** The value of a JSON text; `undefined` of any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // its caller says so
  }
}

/** The object of a JSON text; `undefined` of any other text. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text);
  return isRecord(value) ? value : undefined;
}

/** The text of bytes, without a byte order mark; undefined when they are not UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined; // its caller says so
  }
}

/**
 * Parses JSON that a person wrote and reports where it is invalid. `JSON.parse` reports the position of some errors
 * only, and silently keeps the last of two members with one name.
 * @param text The text; a byte order mark is allowed.
 * @returns The value, and the positions of its names.
 * @throws {JsonError} when it is not JSON, an object repeats a name, or a number would lose digits.
 */
export function readJson(text: string): PlacedJson {
  const reader = new Reader(text);
  const value = reader.readWhole();
  return { value, placeOf: (path) => reader.placeAt(reader.names.get(JSON.stringify(path)) ?? 0) };
}

class Reader {
  /** Positions of the member names, by path. */
  readonly names = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): unknown {
    if (this.#text.startsWith("\uFEFF")) this.#at = 1;
    const value = this.#readValue([]);
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#wrong("unexpected text after the value");
    return value;
  }

  placeAt(at: number): TextPlace {
    const before = this.#text.slice(0, at).replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
    return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
  }

  #readValue(path: readonly string[]): unknown {
    this.#take(SPACE);
    if (path.length > MAX_DEPTH) throw this.#wrong(`it is nested more than ${MAX_DEPTH} levels deep`);
    switch (this.#text[this.#at]) {
      case "{":
        return this.#readObject(path);
      case "[":
        return this.#readList(path);
      case '"':
        return this.#readText();
      default:
        return this.#readPlain();
    }
  }

  #readObject(path: readonly string[]): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    this.#readMembers("}", () => {
      const at = this.#at;
      if (this.#text[at] !== '"') throw this.#wrong('expected a name in "..."');
      const name = this.#readText();
      if (entries.has(name)) throw this.#wrong(`"${name}" is repeated`, at);
      const inner = [...path, name];
      this.names.set(JSON.stringify(inner), at);
      this.#take(SPACE);
      if (this.#text[this.#at] !== ":") throw this.#wrong("expected a colon");
      this.#at++;
      entries.set(name, this.#readValue(inner));
    });
    return Object.fromEntries(entries);
  }

  #readList(path: readonly string[]): unknown[] {
    const list: unknown[] = [];
    this.#readMembers("]", () => void list.push(this.#readValue([...path, String(list.length)])));
    return list;
  }

  /** The members between brackets, separated by commas. */
  #readMembers(end: "}" | "]", readMember: () => void): void {
    this.#at++;
    this.#take(SPACE);
    if (this.#text[this.#at] === end) return void this.#at++;
    for (;;) {
      this.#take(SPACE);
      readMember();
      this.#take(SPACE);
      const next = this.#text[this.#at];
      if (next !== "," && next !== end) throw this.#wrong(`expected a comma or ${end}`);
      this.#at++;
      if (next === end) return;
    }
  }

  #readText(): string {
    const source = this.#take(TEXT);
    if (source === "") throw this.#wrong("the text is not closed on its line, or has an invalid escape");
    return JSON.parse(source);
  }

  #readPlain(): unknown {
    const word = this.#take(WORD);
    if (word !== "") return JSON.parse(word);
    const at = this.#at;
    const source = this.#take(NUMBER);
    if (source === "") throw this.#wrong(at < this.#text.length ? "invalid value" : "expected a value");
    const number = Number(source);
    const isKept = Number.isFinite(number) && (Number.isSafeInteger(number) || !/^-?\d+$/.test(source));
    if (!isKept) throw this.#wrong(`the number ${source} would lose digits; put it in quotes`, at);
    return number;
  }

  /** The text that matches here; empty when none does. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #wrong(state: string, at = this.#at): JsonError {
    return new JsonError(state, this.placeAt(at));
  }
}
