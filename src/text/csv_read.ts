import type { CsvOptions, CsvRecord } from "./csv_record.ts";
import { CsvScanner } from "./csv_scanner.ts";

export type { CsvOptions, CsvProblem, CsvRecord } from "./csv_record.ts";

/**
 * Parses a CSV text (RFC 4180) into one record per row, malformed rows included.
 * Empty lines are skipped. A malformed row ends with the line on which its malformed cell starts,
 * so an unclosed quote costs one row, not the rest of the file.
 * The caller compares the number of cells with the header.
 * @param text The decoded file; line ends may be LF, CRLF or CR.
 * @returns The rows in file order, the header first.
 */
export function parse(text: string, options: CsvOptions = {}): CsvRecord[] {
  return new CsvScanner(options).end(text);
}
