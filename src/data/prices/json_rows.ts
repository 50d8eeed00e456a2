import type { CsvRecord } from "../../text/csv_record.ts";
import { inQuotes } from "../../text/control.ts";
import { objectIn } from "../../text/json_read.ts";
import { findColumns } from "./price_header.ts";

/** Lines whose names together are the header. */
const LINES_LOOKED_AT = 50;
/** A line without end would fill the memory. */
const MAX_LINE_CHARS = 1_048_576;
const EXAMPLE = '{"ticker":"AAPL","date":"2026-11-20","close":1}';

/** Whether a file is named like one of JSON lines. */
export function isJsonLines(file: string): boolean {
  return /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(file);
}

/** Whether the first line of a file is a bar: an object with a day and a close. */
export function beginsWithBar(head: string): boolean {
  const [line = ""] = head.replace(/^\uFEFF/, "").trimStart().split("\n", 1);
  const names = Object.keys(objectIn(line) ?? {});
  const { date, close, adjusted } = findColumns(names);
  return date !== undefined && (close ?? adjusted) !== undefined;
}

/** Reads lines of JSON objects as the rows of a table: a header of their names, then a row for each. */
export class JsonRows {
  #rest = "";
  #line = 0;
  #names: readonly string[] | undefined;
  #waiting: JsonLine[] = [];

  /** Adds text; yields the rows that it ends. */
  *feed(text: string): Generator<CsvRecord, void, undefined> {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) yield* this.#add(line);
    if (this.#rest.length <= MAX_LINE_CHARS) return;
    yield* this.#add(this.#rest);
    this.#rest = "";
  }

  /** Adds the last text; yields the rows that are left. */
  *end(text: string): Generator<CsvRecord, void, undefined> {
    yield* this.feed(text);
    if (this.#rest !== "") yield* this.#add(this.#rest);
    if (this.#names === undefined) yield* this.#begin();
  }

  *#add(text: string): Generator<CsvRecord, void, undefined> {
    this.#line++;
    const bare = this.#line === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (bare.trim() === "") return;
    const line = { line: this.#line, text: bare };
    if (this.#names !== undefined) return yield recordOf(line, this.#names);
    this.#waiting.push(line);
    if (this.#waiting.length === LINES_LOOKED_AT) yield* this.#begin();
  }

  /** Reads the lines that waited until the names were known. */
  *#begin(): Generator<CsvRecord, void, undefined> {
    const names = [...new Set(this.#waiting.flatMap(({ text }) => Object.keys(objectIn(text) ?? {})))];
    const lines = this.#waiting;
    this.#names = names;
    this.#waiting = [];
    if (names.length === 0) return;
    yield { line: 1, cells: names };
    for (const line of lines) yield recordOf(line, names);
  }
}

interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

function recordOf({ line, text }: JsonLine, names: readonly string[]): CsvRecord {
  const value = objectIn(text);
  if (value === undefined) {
    const message = `Cannot read ${inQuotes(text)} as a JSON object: expected one like ${EXAMPLE}`;
    return { line, cells: [], problem: { line, column: brokenAt(text), message } };
  }
  const other = Object.keys(value).find((name) => !names.includes(name));
  if (other !== undefined) {
    const message = `The name ${inQuotes(other)} is in none of the first ${LINES_LOOKED_AT} lines`;
    return { line, cells: [], problem: { line, column: text.indexOf(JSON.stringify(other)) + 1, message } };
  }
  return {
    line,
    cells: names.map((name) => cellOf(value[name])),
    columnOf: (cell) => valueAt(text, names[cell] ?? ""),
  };
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Where the value of a name starts, from 1; that of the line where the name is written with escapes. */
function valueAt(text: string, name: string): number {
  const at = text.indexOf(JSON.stringify(name));
  if (at === -1) return 1;
  const after = text.slice(at + JSON.stringify(name).length);
  return at + 1 + JSON.stringify(name).length + (/^\s*:\s*/.exec(after)?.[0].length ?? 0);
}

/** Where a line breaks off or is no JSON, from 1, as the runtime's parser says it. */
function brokenAt(text: string): number {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
    return position === undefined ? text.length : Number(position) + 1;
  }
  return 1;
}
