import type { Html } from "../text/html.ts";

/** Text for a terminal and markup for a page; the markup has no scripts and escapes all text from outside. */
export interface View {
  readonly text: string;
  readonly html: Html;
}

/**
 * Aligns cells in columns, two spaces apart.
 * @param rows Rows of cells; rows may differ in length.
 * @returns Lines without trailing spaces.
 */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ").trimEnd());
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
