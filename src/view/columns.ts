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
