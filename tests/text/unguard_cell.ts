/** The text that `stringify()` wrote: it guards what a spreadsheet would run with an apostrophe. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}
