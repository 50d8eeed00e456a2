import { CsvScanner } from "../../text/csv_scanner.ts";
import { inQuotes } from "../../text/control.ts";
import { JsonError, readJson } from "../../text/json_read.ts";
import { type Separator, SEPARATORS } from "../../text/csv_record.ts";
import { textColumns } from "./text_columns.ts";

/** A row of a table of texts. */
export interface TextRow {
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Why it is not one; with the place in its line. */
  readonly problem?: { readonly message: string; readonly line: number; readonly column: number };
  /** Names of its cells. */
  readonly names: readonly string[];
  /** The text of a cell; empty where it has none. */
  cell(name: string): string;
  /** Where a cell begins in its line, from 1; of a cell after one in quotation marks at least so far. */
  columnOf(name: string): number;
}

/** A longer line is no row: the longest with a section of a report that was looked at has 204,486 characters. */
const MAX_LINE_CHARS = 16 * 1024 * 1024;

/** Whether a text begins as lines of JSON objects that hold texts. */
export function beginsWithTexts(head: string): boolean {
  const line = head.replace(/^\uFEFF/, "").trimStart();
  if (!line.startsWith("{")) return false;
  const names = [...line.split("\n", 1)[0]?.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g) ?? []].map(([, name = ""]) => name);
  return textColumns(names) !== undefined;
}

/** Rows of JSON objects, one on a line. */
export class JsonLines {
  #pieces: string[] = [];
  #chars = 0;
  #line = 0;

  /** Adds text; yields the rows that it ends. */
  *feed(text: string): Generator<TextRow, void, undefined> {
    let from = 0;
    for (let to = text.indexOf("\n"); to >= 0; to = text.indexOf("\n", from)) {
      this.#pieces.push(text.slice(from, to));
      from = to + 1;
      yield* this.end();
    }
    const rest = text.slice(from);
    this.#chars += rest.length;
    if (this.#chars <= MAX_LINE_CHARS) this.#pieces.push(rest);
  }

  /** Yields the last row. */
  *end(): Generator<TextRow, void, undefined> {
    const text = this.#pieces.join("");
    const isTooLong = this.#chars > MAX_LINE_CHARS;
    this.#pieces = [];
    this.#chars = 0;
    this.#line += 1;
    const bare = this.#line === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (bare.trim() !== "") yield jsonRow(bare, { line: this.#line, isTooLong });
  }
}

function jsonRow(text: string, { line, isTooLong }: { readonly line: number; readonly isTooLong: boolean }): TextRow {
  const tooLong = { why: `it is longer than ${MAX_LINE_CHARS} characters`, column: 1 };
  const found = isTooLong ? tooLong : objectOf(text);
  const object = "value" in found ? found.value : {};
  const columnOf = (name: string) => {
    const key = JSON.stringify(name);
    const at = text.indexOf(key);
    return at < 0 ? 1 : at + key.length + 1 + (/^\s*:\s*/.exec(text.slice(at + key.length, at + 99))?.[0].length ?? 0);
  };
  return {
    line,
    ...("why" in found && { problem: { message: brokenWords(text, found.why), line, column: found.column } }),
    names: Object.keys(object),
    cell: (name) => cellOf(object[name]),
    columnOf,
  };
}

function brokenWords(text: string, why: string): string {
  return `Cannot read ${inQuotes(text)} as a JSON object: ${why}`;
}

interface BrokenLine {
  readonly why: string;
  readonly column: number;
}

/** The object of a line, or why it is not one. The runtime's parser is the faster one, and does not say where it stopped. */
function objectOf(text: string): { readonly value: Readonly<Record<string, unknown>> } | BrokenLine {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { value: value as Readonly<Record<string, unknown>> } : { why: "it is another value", column: 1 };
  } catch {
    return brokenAt(text);
  }
}

function brokenAt(text: string): BrokenLine {
  try {
    readJson(text);
  } catch (error) {
    const column = error instanceof JsonError ? error.place.column : 1;
    return { why: error instanceof Error ? error.message.replace(/^.*column \d+: /, "") : String(error), column };
  }
  return { why: "it is not JSON", column: 1 };
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What separates the cells of a header of texts; `undefined` where nothing does. */
export function textSeparator(head: string): Separator | undefined {
  const line = /\S[^\r\n]*/.exec(head.replace(/^\uFEFF/, ""))?.[0] ?? "";
  const namesOf = (separator: Separator) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  return SEPARATORS.find((separator) => line.includes(separator) && textColumns(namesOf(separator)) !== undefined);
}

/** Rows of a table whose first row has the names of its columns. */
export class TableRows {
  readonly #scanner: CsvScanner;
  #names: readonly string[] | undefined;

  constructor(separator: Separator) {
    this.#scanner = new CsvScanner({ separator, maxCellChars: MAX_LINE_CHARS });
  }

  /** Adds text; yields the rows that it ends. */
  *feed(text: string): Generator<TextRow, void, undefined> {
    yield* this.#rows(this.#scanner.feed(text));
  }

  /** Yields the rows that are left. */
  *end(): Generator<TextRow, void, undefined> {
    yield* this.#rows(this.#scanner.end(""));
  }

  *#rows(records: ReturnType<CsvScanner["feed"]>): Generator<TextRow, void, undefined> {
    for (const { cells, line, problem } of records) {
      if (this.#names === undefined) {
        this.#names = cells.map((cell) => cell.trim());
        continue;
      }
      const names = this.#names;
      const message = `It has ${cells.length} cells instead of ${names.length}`;
      const wrong = problem ?? (cells.length === names.length ? undefined : { message, line, column: 1 });
      yield {
        line,
        names,
        ...(wrong && { problem: wrong }),
        cell: (name) => cells[names.indexOf(name)] ?? "",
        columnOf: (name) => cells.slice(0, names.indexOf(name)).reduce((sum, cell) => sum + cell.length + 1, 1),
      };
    }
  }
}
