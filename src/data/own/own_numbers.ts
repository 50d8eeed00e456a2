import type { CsvRecord } from "../../text/csv_record.ts";
import { markOf, type NumberForm, readNumber } from "../prices/number_form.ts";

/** A column of numbers of an own table. */
export interface NumberColumn {
  readonly name: string;
  /** Its place, from 0. */
  readonly at: number;
}

/** How many cells of a column say something, and how many of them are numbers by either mark. */
export function countNumbers(
  rows: readonly CsvRecord[],
  at: number,
): { readonly some: number; readonly numbers: number } {
  const [some, numbers] = rows.reduce(([some, numbers], { cells }) => {
    const read = [readNumber(cells[at] ?? "", "."), readNumber(cells[at] ?? "", ",")];
    if (read.includes(undefined)) return [some, numbers] as const;
    return [some + 1, numbers + (read.some(Number.isFinite) ? 1 : 0)] as const;
  }, [0, 0] as readonly [number, number]);
  return { some, numbers };
}

/** The decimal mark that the first cell proves which proves one. */
export function numberFormOf(rows: readonly CsvRecord[], columns: readonly NumberColumn[]): NumberForm {
  for (const { cells } of rows) {
    for (const { at } of columns) {
      const mark = markOf((cells[at] ?? "").trim().replace(/^[+-]/, ""));
      if (mark !== undefined) return { decimal: mark, isProven: true };
    }
  }
  return { decimal: ".", isProven: false };
}
