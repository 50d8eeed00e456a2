import type { RowProblem } from "../../run/outcome.ts";
import type { CsvRecord } from "../../text/csv_record.ts";
import { damageOf } from "./damaged_tickers.ts";
import type { InputColumns } from "./input_columns.ts";
import { isNothing } from "./no_company.ts";
import { isFormulaOfSymbols } from "./ticker_shape.ts";

const AS_TEXT = /^="([^"]*)"$/;
const CONTROL = /\p{Cc}/u;

/**
 * Validates a row.
 * @returns Where and why it is invalid; nothing when it is valid.
 */
export function rowProblem(record: CsvRecord, columns: InputColumns): RowProblem | undefined {
  const { line, cells, problem } = record;
  if (problem !== undefined) return problem;
  const width = widthProblem(record, columns);
  if (width !== undefined) return width;
  const message = tickerProblem(cells, columns);
  return message === undefined ? undefined : { line, column: columns.header[columns.tickerAt] ?? "", message };
}

function widthProblem({ line, lastLine, cells }: CsvRecord, { header }: InputColumns): RowProblem | undefined {
  if (cells.length === header.length) return undefined;
  const is = `Row has ${cells.length} cells, the header has ${header.length}`;
  if (lastLine !== undefined) {
    const message = `${is}; it continues to line ${lastLine}, so a quote may be missing or extra`;
    return { line, column: header[Math.min(cells.length, header.length) - 1] ?? "", message };
  }
  return cells.length < header.length
    ? { line, column: header[cells.length] ?? "", message: is }
    : { line, column: header.at(-1) ?? "", message: `${is}; a comma in a cell needs quotes` };
}

function tickerProblem(cells: readonly string[], columns: InputColumns): string | undefined {
  const ticker = tickerOf(cells, columns);
  if (isNothing(ticker)) return "No ticker";
  if (CONTROL.test(ticker)) return "Ticker contains a line break or another control character";
  if (cells.every((cell, at) => cell.trim() === columns.header[at])) return "Row repeats the header";
  if (isFormulaOfSymbols(ticker)) return "Ticker is a formula of several symbols, not a company";
  return damageOf(ticker);
}

/**
 * Reads the ticker of a row: trimmed, and without the `="..."` with which exports keep a spreadsheet
 * from converting it to a number.
 * @returns The ticker; empty if absent.
 */
export function tickerOf(cells: readonly string[], { tickerAt }: InputColumns): string {
  const cell = (cells[tickerAt] ?? "").trim();
  return AS_TEXT.exec(cell)?.[1]?.trim() ?? cell;
}
