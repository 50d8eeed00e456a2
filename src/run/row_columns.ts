import { InputError } from "../protocol/errors.ts";
import { kindOf, listOf, optionProblem, type OptionShape, SWITCH } from "../text/options.ts";

/** Options of a table that is written. */
export interface TableOptions {
  /** The columns, in their order. Default: all keys of the rows, in the order in which they come. */
  readonly columns?: readonly string[] | undefined;
}

/** A column of a table, before it is written. */
export interface RowColumn {
  readonly name: string;
  /** A cell for each row; `null` without a value. */
  readonly values: readonly CellValue[];
}

/** A cell: a value that is a list or an object is one that JSON can hold. */
export type CellValue = null | string | number | bigint | boolean | Date | object;

const COLUMNS: OptionShape = {
  words: 'a list of names, like ["ticker", "score"]',
  fits: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
};
const BOM: OptionShape = SWITCH;

/**
 * The columns of rows of any keys.
 * @param action Completes "Cannot ...".
 * @throws {InputError} when the rows are no list of objects, a value cannot be written, or an option is wrong.
 */
export function columnsOf(
  rows: readonly object[],
  { action, options }: { readonly action: string; readonly options: TableOptions },
): RowColumn[] {
  const problem = optionProblem(
    options,
    action === "write CSV" ? { columns: COLUMNS, bom: BOM } : { columns: COLUMNS },
  );
  if (problem !== undefined) throw new InputError(`Cannot ${action}: ${problem.state}`, { options: problem.options });
  const shape = listOf("{ ticker: ... }", {});
  if (!shape.fits(rows)) {
    throw new InputError(`Cannot ${action}: its rows must be ${shape.words}, not ${kindOf(rows)}`);
  }
  const { columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] } = options;
  return [...new Set(columns)].map((name) => ({
    name,
    values: rows.map((row, at) => {
      const value = Object.hasOwn(row, name) ? (row as Readonly<Record<string, unknown>>)[name] : undefined;
      if (isWritable(value)) return value ?? null;
      const what = typeof value === "symbol" ? "a symbol" : kindOf(value);
      throw new InputError(`Cannot ${action}: ${name} of row ${at + 1} is ${what}`);
    }),
  }));
}

function isWritable(value: unknown): value is CellValue | undefined {
  return typeof value !== "function" && typeof value !== "symbol" && !(value instanceof Promise);
}

/** A value as JSON; bigints and dates within it as texts. */
export function jsonOf(value: CellValue): string {
  return JSON.stringify(value, (_key, part) => typeof part === "bigint" ? String(part) : part) ?? "null";
}
