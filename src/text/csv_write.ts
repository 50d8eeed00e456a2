import { cut } from "./cut.ts";

/** Value of a cell; `undefined` is an empty cell. */
export type CsvValue = string | number | boolean | undefined;

/** Options of the writer. */
export interface CsvWriteOptions {
  /** Whether to start with a byte order mark, for spreadsheets that guess the encoding. Default: false. */
  readonly bom?: boolean;
}

/** Spreadsheets silently cut a cell at 32,767 characters. */
const MAX_CELL_CHARS = 32_000;
/** A sign, digits with points or commas, an exponent, per cent: harmless, although it may start like a formula. */
const NUMBER = /^ *[+-]?(?=[.,]*\d)[\d.,]+(?:[eE][+-]?\d+)? ?%? *$/;
/** Starts a formula, at once or after characters that spreadsheets drop on import (CWE-1236). */
const FORMULA = /^[\s\p{Cc}\p{Cf}"]*[=+\-@\t\r\n＝＋－＠]/u;
// deno-lint-ignore no-control-regex -- alone on the last line it would end the file
const ODD_ALONE = /^\uFEFF|^\u001a$/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Characters that need quotes or replacement. A single class: an alternation takes twice the time. */
const NOT_PLAIN = /[",\r\n\0\ud800-\udfff]/;

/**
 * Writes a table as CSV (RFC 4180), quoted where needed, with LF line ends.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe, and so does text
 * that starts with one: the text itself is the cell without its first apostrophe. Numbers are unchanged.
 * @param rows The table, its header first.
 * @param options Whether to start with a byte order mark.
 * @returns The text of the file.
 */
export function stringify(
  rows: Iterable<readonly CsvValue[]>,
  options: CsvWriteOptions = {},
): string {
  const lines = Array.from(rows, csvLine);
  return (options.bom === true ? "\uFEFF" : "") + lines.join("");
}

/**
 * Writes one row, its line end included, as {@linkcode stringify} does.
 * @param cells At least one cell; a number that is not finite becomes an empty cell.
 * @returns The line.
 */
export function csvLine(cells: readonly CsvValue[]): string {
  let line = csvCell(cells[0]);
  for (let at = 1; at < cells.length; at++) line += `,${csvCell(cells[at])}`;
  return line === "" && cells.length === 1 ? '""\n' : `${line}\n`;
}

const LINE_BREAK = /[\r\n\u2028\u2029]/;
const LINE_BREAKS = /\s*[\r\n\u2028\u2029]+\s*/g;

/** Joins lines: tools that read a table line by line need one line a row. */
export function flat(text: string | undefined): string | undefined {
  // The first test is cheap; the second tries to match at every white space.
  return text === undefined || !LINE_BREAK.test(text) ? text : text.replace(LINE_BREAKS, " ");
}

function csvCell(value: CsvValue): string {
  if (value === undefined || value === "") return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value === "boolean") return String(value);
  // Most cells start like a word or a number.
  if (isPlainStart(value.charCodeAt(0)) && value.length <= MAX_CELL_CHARS && !NOT_PLAIN.test(value)) return value;
  const clean = value.toWellFormed().replaceAll("\0", "\uFFFD");
  const text = cut(guard(clean), MAX_CELL_CHARS);
  if (!NEEDS_QUOTES.test(text) && !ODD_ALONE.test(text)) return text;
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}

/** An ASCII letter or digit, or an opening parenthesis. */
function isPlainStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) ||
    code === 0x28;
}

function guard(text: string): string {
  const isGuarded = text.startsWith("'") || (FORMULA.test(text) && !NUMBER.test(text));
  return isGuarded ? `'${text}` : text;
}
