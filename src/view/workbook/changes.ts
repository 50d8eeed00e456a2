import type { Comparison, RowChange } from "../../compare/comparison.ts";
import { DIFFERENT_SETTINGS, runChanges } from "../run_changes.ts";
import { blockColumns } from "./block_columns.ts";
import { textCell } from "./cell.ts";
import { fittedRow, headerRow, tableRows, type WorkbookSheet } from "./sheet.ts";
import { HEADING, LINE_OF_WORDS } from "./style.ts";

/** The changes, the most important first, below the differences of settings; all texts are whole. */
export function changesSheet(
  comparison: Comparison,
  { whatChanged }: { readonly whatChanged?: ((change: RowChange) => string) | undefined },
): WorkbookSheet {
  const { lines, settings, changes } = runChanges(comparison, { whatChanged });
  const columns = changes === undefined ? [] : blockColumns(changes);
  const words = [
    ...lines.slice(0, 1).map((line) => [textCell(line, HEADING)]),
    ...settings === undefined
      ? []
      : [DIFFERENT_SETTINGS, ...settings.rows.map(([setting, before, now]) => `${setting}: ${before} → ${now}`)]
        .map((line) => [textCell(line, HEADING)]),
    ...lines.slice(1).map((line) => [textCell(line, LINE_OF_WORDS)]),
    [textCell(undefined)],
  ];
  const rows = changes?.rows ?? [];
  return {
    name: "Changes",
    rows: tableRows([...words, headerRow(columns)], rows, (row) => fittedRow(columns, row)),
    count: words.length + 1 + rows.length,
    widths: columns.map(({ width }) => width),
    sticky: { rows: words.length + 1, columns: 1 },
    filterRow: words.length + 1,
    print: { first: 1, last: columns.findLastIndex(({ title }) => title.endsWith(" now")) + 1 },
  };
}
