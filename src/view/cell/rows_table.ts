import type { View } from "../lines.ts";
import { textBlock } from "./text_block.ts";

/** Rows of any kind as a table. */
export function rowsTable(rows: readonly object[]): View {
  return textBlock(rows.map((row) => JSON.stringify(row)).join("\n"));
}
