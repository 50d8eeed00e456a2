import { z } from "zod";
import type { ChartRow } from "./ports.ts";

const rowsSchema = z.array(z.object({ date: z.string(), close: z.number(), drawdown: z.number() }));

/** Rows of a program that are right, or what is wrong with them. */
export type CheckedRows = { readonly rows: readonly ChartRow[] } | { readonly wrong: string };

/**
 * Holds what untrusted code returned against what it was given: it may not put a number into a picture.
 * @param result What came back.
 * @param closes What the program was given.
 */
export function checkRows(
  result: unknown,
  closes: readonly { readonly date: string; readonly close: number }[],
): CheckedRows {
  const read = rowsSchema.safeParse(result);
  if (!read.success) return { wrong: "the result is no list of {date, close, drawdown}" };
  const rows = read.data;
  if (rows.length !== closes.length) return { wrong: `the result has ${rows.length} rows for ${closes.length} closes` };
  let highest = 0;
  for (const [at, { date, close }] of closes.entries()) {
    const row = rows[at];
    highest = Math.max(highest, close);
    const isRight = row !== undefined && row.date === date && row.close === close &&
      Math.abs(row.drawdown - (close / highest - 1)) <= 1e-9;
    if (!isRight) return { wrong: `row ${at + 1} differs from the data of ${date}` };
  }
  return { rows };
}
