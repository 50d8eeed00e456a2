import { InputError } from "../../protocol/errors.ts";
import { csvFile, type InputFile } from "../../protocol/input_file.ts";
import type { InputRow, RowProblem } from "../../run/outcome.ts";
import { cellNumber, isBlankCell } from "../../text/cell_number.ts";
import { csvLine } from "../../text/csv_write.ts";
import type { InputColumns } from "../list/input_columns.ts";
import { cellAt, findColumn } from "./template.ts";

/** The columns of a list that go with each row's request as numbers of one's own. */
export interface OwnColumns {
  /** Their names, as written. */
  readonly columns: readonly string[];
  /** A table of the row alone, known on the day of its answer; none where its cells are empty. */
  fileOf(row: InputRow): { readonly file?: InputFile } | { readonly problem: RowProblem };
}

/** The table's name: a column is called `list.my_factor`. */
const FILE = "list.csv";

/**
 * Binds own columns to those of an input.
 * @throws {InputError} when one is no column of the input, holds its tickers, or is named twice.
 */
export function bindOwn(names: readonly string[], columns: InputColumns): OwnColumns {
  const { header, tickerAt } = columns;
  const places = names.map((name) => {
    const at = findColumn(name, columns);
    if (at !== undefined && at !== tickerAt) return at;
    const state = at === undefined
      ? `there is no such column; the header is ${header.map((column) => `"${column}"`).join(", ")}`
      : "it holds the tickers";
    throw new InputError(`Cannot send "${name}" as an own column: ${state}`);
  });
  const twice = places.find((at, index) => places.indexOf(at) < index);
  if (twice !== undefined) throw new InputError(`Cannot send "${header[twice]}" as an own column: it is named twice`);
  return { columns: places.map((at) => header[at] ?? ""), fileOf: (row) => fileOf(row, places, header) };
}

/** A comma before three digits may group them or begin decimals: neither is chosen. */
function numberIn(cell: string): number | undefined {
  return /^[+-]?\d{1,3},\d{3}$/.test(cell) ? undefined : cellNumber(cell);
}

function fileOf(row: InputRow, places: readonly number[], header: readonly string[]): ReturnType<OwnColumns["fileOf"]> {
  const held = places.filter((at) => !isBlankCell(cellAt(row, at)));
  const numbers = held.map((at) => numberIn(cellAt(row, at)));
  const bad = held[numbers.indexOf(undefined)];
  if (bad !== undefined) {
    const message = `An own column needs a number, but the cell is ${JSON.stringify(cellAt(row, bad).slice(0, 40))}`;
    return { problem: { line: row.line, column: header[bad] ?? "", message } };
  }
  if (held.length === 0) return {};
  const names = csvLine(["ticker", ...held.map((at) => header[at] ?? "")]);
  return { file: csvFile(FILE, names + csvLine([row.ticker, ...numbers])) };
}
