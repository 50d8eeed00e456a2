import type { Html } from "../text/html.ts";

/** One thing, as text for a terminal and as markup for a page; the markup holds no script and nothing a model wrote as is. */
export interface View {
  readonly text: string;
  readonly html: Html;
}

/**
 * Lays cells out in columns, two spaces apart.
 * @param rows Rows of cells; a row may be shorter than others.
 * @returns Lines without spaces at their end.
 */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ").trimEnd());
}

/** What JSON leaves as it is and a terminal would obey, or a reader of lines would take for an end. */
const UNESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A value as one line of JSON that is safe to look at: what a terminal would obey is escaped, and nothing is lost.
 * @param value Anything JSON can say.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
