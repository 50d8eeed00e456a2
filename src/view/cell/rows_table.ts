import type { View } from "../lines.ts";
import { objectTable } from "./object_table.ts";
import { tableHtml } from "./table_html.ts";
import { tableText } from "./table_text.ts";
import { isThesisRows, thesisTable } from "./thesis_table.ts";

/** Rows of any kind as a table; rows of a run with the columns of its page. */
export function rowsTable(rows: readonly object[]): View {
  const isOfRun = isThesisRows(rows);
  const table = isOfRun ? thesisTable(rows) : objectTable(rows);
  return { text: tableText(table), html: tableHtml(table, { hasDetails: isOfRun }) };
}
