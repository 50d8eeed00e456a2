import { z } from "zod";
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS, rowsIn } from "../protocol/input_file.ts";
import type { OwnTableText } from "./ports.ts";

/** Most tables of one call. */
const MAX_TABLES = 8;
const MAX_NAME = 60;

/** A table as a tool takes it: nothing of it is kept when the call has ended. */
const tableInput: z.ZodType<OwnTableText> = z.strictObject({
  name: z.string().max(MAX_NAME).regex(/^[^/\\]+\.(?:csv|tsv|txt)$/i, "a table is named like scores.csv").describe(
    "Name of its file, like scores.csv: its columns are called scores.my_factor",
  ),
  text: z.string().min(1).describe(
    "CSV with a header: a column ticker, one date (YYYY-MM-DD; without it every row is of the day of the answer), others numbers",
  ),
}).superRefine(({ name, text }, { addIssue }) => {
  const rows = rowsIn(text);
  if (rows > MAX_TABLE_ROWS) {
    const line = MAX_TABLE_ROWS + 2;
    const most = MAX_TABLE_ROWS.toLocaleString("en-US");
    addIssue({
      code: "custom",
      path: ["text"],
      message: `${name}, line ${line}, column 1: a table has at most ${most} rows`,
    });
  } else if (bytesOf(text) > MAX_TABLE_BYTES) {
    const most = MAX_TABLE_BYTES.toLocaleString("en-US");
    addIssue({ code: "custom", path: ["text"], message: `${name}: a table has at most ${most} bytes` });
  }
});

/** The argument for tables of a caller's own numbers. */
export const ownInput: z.ZodType<readonly OwnTableText[] | undefined> = z.array(tableInput).min(1).max(MAX_TABLES)
  .optional().describe(
    "Tables of the user's own numbers by ticker and date, for this answer alone: told, put in order and drawn, never scored",
  );

/** Characters beyond the limit are not encoded: there are more bytes than these. */
function bytesOf(text: string): number {
  return text.length > MAX_TABLE_BYTES ? text.length : new TextEncoder().encode(text).length;
}
