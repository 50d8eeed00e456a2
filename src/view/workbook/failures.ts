import type { Manifest } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import { listColumns } from "./list_columns.ts";
import { bodyRow, headerRow, type SheetColumn, type WorkbookSheet } from "./sheet.ts";
import { BODY, FIGURE, LINE_OF_WORDS, OUR_HEADER, statusStyle, WRAPPED } from "./style.ts";

/** The rows that are not done, with the user's columns and the reasons. */
export function failuresSheet({ header }: Manifest, rows: readonly ThesisRow[]): WorkbookSheet {
  const open = rows.filter(({ status }) => status !== "done");
  if (open.length === 0) {
    return { name: "Failures", rows: [[textCell("Every row is done.", LINE_OF_WORDS)]], widths: [40] };
  }
  const columns = [...listColumns(header, open), ...failureColumns()];
  return {
    name: "Failures",
    rows: [headerRow(columns), ...open.map((row) => bodyRow(columns, row))],
    widths: columns.map(({ width }) => width),
    sticky: { rows: 1, columns: 1 },
    filterRow: 1,
  };
}

function failureColumns(): SheetColumn<ThesisRow>[] {
  return [
    ours("Row", 7, ({ row }) => numberCell(row, "0", FIGURE)),
    ours("Status", 10, ({ status }) => textCell(status.replace("_", " "), statusStyle(status))),
    ours("Code", 20, ({ errorCode }) => textCell(errorCode, BODY)),
    ours("Why", 88, ({ error }) => textCell(error, WRAPPED)),
    ours("Attempts", 9, ({ attempts }) => numberCell(attempts, "0", FIGURE)),
  ];
}

function ours(title: string, width: number, cellOf: (row: ThesisRow) => WorkbookCell): SheetColumn<ThesisRow> {
  return { title, header: OUR_HEADER, width, cellOf };
}
