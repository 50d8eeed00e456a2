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

export { jsonLine } from "../text/control.ts";
