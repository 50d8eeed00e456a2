import { InputError } from "../../protocol/errors.ts";
import { findByCells, type FoundTable } from "./find_by_cells.ts";
import { findHeader } from "./find_header.ts";
import { readingsOf } from "./head_readings.ts";
import { type ColumnOptions, findColumns } from "./input_columns.ts";

/** The table is searched in so many UTF-16 units. */
export const HEAD_CHARS = 65_536;

/** The start of a file. */
export interface Head {
  readonly text: string;
  readonly isWhole: boolean;
}

/**
 * Finds where a table begins, what separates its cells, and which of them are tickers.
 * @param options Name of the file, and of its ticker column.
 * @throws {InputError} when it is missing, it names no ticker column, or it can be read in two ways.
 */
export function findTable({ text, isWhole }: Head, options: ColumnOptions): FoundTable {
  const { name, tickerColumn } = options;
  // The result must not depend on how the file was cut into pieces.
  const start = text.slice(0, HEAD_CHARS);
  const sample = /[\r\n]/.test(start) ? start : text;
  const readings = readingsOf(sample, { isWhole: isWhole && sample.length === text.length });
  const firsts = readings.flatMap(({ records }) => records.slice(0, 1));
  const [first] = firsts.sort((one, other) => width(other) - width(one));
  if (first === undefined) throw new InputError(`Cannot read ${name}: ${emptiness({ text, isWhole })}`);
  const found = findHeader(readings, tickerColumn);
  if ("cells" in found) return found;
  const byCells = findByCells(readings, tickerColumn);
  if (byCells !== undefined && "separator" in byCells) return byCells;
  if (byCells !== undefined) throw twoReadings(name, byCells);
  if (/^\s*[<{[]/.test(text)) throw new InputError(`Cannot read ${name}: it looks like HTML or JSON, not CSV`);
  if (first.problem !== undefined) {
    const { line, column, message } = first.problem;
    throw new InputError(`Cannot read the header of ${name}: line ${line}, column ${column}: ${message}`);
  }
  const hint = found.doubtfulLine === undefined
    ? ""
    : `; line ${found.doubtfulLine} looks like one, but an earlier line is as wide, or the next lines are not: ` +
      "remove the lines that are not part of the table";
  findColumns(first.cells, {
    name,
    tickerColumn,
    hint,
    otherWay: ', "column 1" for the first of a file without a header',
  });
  throw new InputError(`Cannot find the header of ${name}${hint}`);
}

function width({ cells, problem }: { readonly cells: readonly string[]; readonly problem?: unknown }): number {
  return problem === undefined ? cells.length : 0;
}

function emptiness({ text, isWhole }: Head): string {
  if (isWhole) return "it is empty";
  return /[\r\n]/.test(text) ? `its first ${HEAD_CHARS} characters are empty` : "its first line does not end";
}

function twoReadings(name: string, { line, cell }: { readonly line: number; readonly cell: string }): InputError {
  const message = `Cannot tell whether line ${line} of ${name}, "${cell}", names the column or is a ticker: ` +
    `with tickerColumn "${cell}" it is the name, with tickerColumn "column 1" it is a ticker`;
  return new InputError(message, { options: ["tickerColumn", "tickerColumn"] });
}
