import { isOutcome } from "../../run/outcome.ts";
import { rankRows } from "../../run/ranks.ts";
import { toThesisRow } from "../../run/thesis_row.ts";
import type { View } from "../lines.ts";
import { objectTable } from "./object_table.ts";
import { tableHtml } from "./table_html.ts";
import { tableText } from "./table_text.ts";
import { isThesisRows, thesisTable } from "./thesis_table.ts";

/** Rows of any kind as a table; rows and outcomes of a run with the columns of its page. */
export function rowsTable(rows: readonly object[]): View {
  if (rows.length > 0 && rows.every(isOutcome)) return rowsTable(rankRows(rows).map((row) => toThesisRow(row)));
  const isOfRun = isThesisRows(rows);
  const table = isOfRun ? thesisTable(rows) : objectTable(rows);
  return { text: tableText(table), html: tableHtml(table, { hasDetails: isOfRun }) };
}
