import type { InputRow, RowProblem } from "../run/outcome.ts";
import { CsvParseStream } from "../text/csv_read.ts";
import type { CsvRecord } from "../text/csv_record.ts";
import { findColumns, type InputColumns } from "./input_columns.ts";
import { InputError } from "./input_error.ts";

/** One data row as it was read; with a problem nothing may be sent for it. */
export interface ReadRow {
  readonly input: InputRow;
  readonly problem?: RowProblem | undefined;
}

/** An input: its columns first, then its rows as they are read. */
export interface RowSource {
  readonly columns: InputColumns;
  readonly rows: AsyncIterable<ReadRow>;
  /** Gives the input back when its rows are not read. */
  close(): Promise<void>;
}

/** How an input is read. */
export interface ReadOptions {
  /** Name of the input, for messages. */
  readonly name: string;
  /** Name of the ticker column; found by its usual names when absent. */
  readonly tickerColumn?: string | undefined;
}

/**
 * Reads a CSV: a header, then one row for each record, bad ones too, numbered from 1.
 * @param text The file, decoded, in pieces.
 * @param options Name of the file, and of its ticker column.
 * @returns The columns, and the rows as they come.
 * @throws {InputError} when there is no header, or it names no tickers.
 */
export async function readCsv(text: AsyncIterable<string>, options: ReadOptions): Promise<RowSource> {
  const records = ReadableStream.from(text).pipeThrough(new CsvParseStream())[Symbol.asyncIterator]();
  const first = await records.next();
  if (first.done === true) throw new InputError(`Cannot read ${options.name}: it is empty`);
  try {
    const { problem, cells } = first.value;
    if (problem !== undefined) {
      throw new InputError(
        `Cannot read the header of ${options.name}: line ${problem.line}, column ${problem.column}: ${problem.message}`,
      );
    }
    const columns = findColumns(cells, options);
    return { columns, rows: readRecords(records, columns), close: async () => void await records.return?.() };
  } catch (error) {
    await records.return?.();
    throw error;
  }
}

/**
 * Takes rows given in memory as an input; the first row's names are the header.
 * @param given One record for each row; a missing cell is empty.
 * @param options Name of the input, and of its ticker column.
 * @returns The columns, and the rows.
 * @throws {InputError} when there is no row, or its names name no tickers.
 */
export function readRecordsInMemory(
  given: readonly Readonly<Record<string, string>>[],
  options: ReadOptions,
): RowSource {
  const [first] = given;
  if (first === undefined) throw new InputError(`Cannot read ${options.name}: there is no row`);
  const columns = findColumns(Object.keys(first), options);
  const records = given.map((record, at) => ({
    line: at + 1,
    cells: Object.keys(first).map((name) => record[name] ?? ""),
  }));
  return { columns, rows: readRecords(records.values(), columns), close: () => Promise.resolve() };
}

async function* readRecords(
  records: AsyncIterator<CsvRecord> | Iterator<CsvRecord>,
  columns: InputColumns,
): AsyncGenerator<ReadRow, void, undefined> {
  let row = 0;
  try {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      yield toRow(next.value, { columns, row: ++row });
    }
  } finally {
    await records.return?.();
  }
}

function toRow(record: CsvRecord, { columns, row }: { columns: InputColumns; row: number }): ReadRow {
  const { line, cells } = record;
  const ticker = (cells[columns.tickerAt] ?? "").trim();
  const company = columns.companyAt === undefined ? undefined : cells[columns.companyAt]?.trim() || undefined;
  return { input: { row, line, ticker, company, cells }, problem: problemOf(record, columns) };
}

function problemOf({ line, cells, problem }: CsvRecord, columns: InputColumns): RowProblem | undefined {
  const { header, tickerAt } = columns;
  if (problem !== undefined) return problem;
  if (cells.length < header.length) {
    const missing = header[cells.length] ?? "";
    return { line, column: missing, message: `Row has ${cells.length} cells, the header has ${header.length}` };
  }
  if (cells.length > header.length) {
    const message = `Row has ${cells.length} cells, the header has ${header.length}; a comma in a cell needs quotes`;
    return { line, column: header.at(-1) ?? "", message };
  }
  if ((cells[tickerAt] ?? "").trim() === "") {
    return { line, column: header[tickerAt] ?? "", message: "No ticker" };
  }
  return undefined;
}
