import { type CsvValue, stringify } from "../text/csv_write.ts";
import { type CellValue, columnsOf, jsonOf, type TableOptions } from "./row_columns.ts";

/** Options of a CSV. */
export interface CsvOptions extends TableOptions {
  /** Whether to start with a byte order mark, for spreadsheets that guess the encoding. Default: false. */
  readonly bom?: boolean | undefined;
}

/**
 * Writes rows of any keys as CSV (RFC 4180, UTF-8, LF line ends), a header first.
 *
 * Lists and objects are JSON, dates ISO 8601; a missing value and a number that is not finite are empty cells. Text that
 * a spreadsheet would run as a formula, or that starts with an apostrophe, gets a leading apostrophe, as in `theses.csv`.
 * A text above 32,000 characters is cut, because spreadsheets cut it without a word: `toParquet` keeps it.
 *
 * @param rows Plain objects; keys may differ.
 * @returns The text of the file.
 * @throws {InputError} when the rows are no list of objects, a value is a function, a symbol or a promise, or an option
 * is wrong.
 *
 * @example
 * ```ts
 * import { toCsv } from "conviction/batch";
 * import { strictEqual } from "node:assert";
 *
 * strictEqual(toCsv([{ ticker: "IBM", score: 0.2 }, { ticker: "=X" }]), "ticker,score\nIBM,0.2\n'=X,\n");
 * ```
 */
export function toCsv(rows: readonly object[], options: CsvOptions = {}): string {
  const columns = columnsOf(rows, { action: "write CSV", options });
  if (columns.length === 0) return "";
  const body = rows.map((_, at) => columns.map(({ values }) => csvValue(values[at] ?? null)));
  return stringify([columns.map(({ name }) => name), ...body], { bom: options.bom ?? false });
}

function csvValue(value: CellValue): CsvValue {
  if (value === null) return undefined;
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === "object" ? jsonOf(value) : value;
}
