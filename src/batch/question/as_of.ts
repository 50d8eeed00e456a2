import type { InputRow, RowProblem } from "../../run/outcome.ts";
import type { InputColumns } from "../list/input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { cellAt, findColumn } from "./template.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The as-of day of each row. */
export interface AsOf {
  /** Names of the columns whose cells are sent. */
  readonly columns: readonly string[];
  /** The day of a row, `YYYY-MM-DD`, or why it has none. */
  dayOf(row: InputRow): { readonly day: string } | { readonly problem: RowProblem };
}

/**
 * Binds the as-of option to the columns of an input.
 * @param asOf A day for all rows, or the name of a column with the day of each row.
 * @returns The day of each row.
 * @throws {InputError} when it is neither.
 */
export function bindAsOf(asOf: string, columns: InputColumns): AsOf {
  if (isDay(asOf)) return { columns: [], dayOf: () => ({ day: asOf }) };
  const at = findColumn(asOf, columns);
  if (at === undefined) {
    const known = columns.header.map((column) => `"${column}"`).join(", ");
    const state = `it is neither a day like 2017-12-29 nor a column: the header is ${known}`;
    throw new InputError(`Cannot research as of "${asOf}": ${state}`);
  }
  const column = columns.header[at] ?? "";
  return {
    columns: [column],
    dayOf: (row) => {
      const day = cellAt(row, at);
      if (isDay(day)) return { day };
      const message = day === "" ? "No day to research as of" : `"${day}" is not a day like 2017-12-29`;
      return { problem: { line: row.line, column, message } };
    },
  };
}

function isDay(text: string): boolean {
  const atNoon = new Date(`${text}T12:00:00Z`);
  return DAY.test(text) && !Number.isNaN(atNoon.getTime()) && atNoon.toISOString().startsWith(text);
}
