import type { CsvOptions, CsvRecord } from "./csv_record.ts";
import { CsvScanner } from "./csv_scanner.ts";

export type { CsvOptions, CsvProblem, CsvRecord } from "./csv_record.ts";

/**
 * Reads a whole CSV text by RFC 4180, one record for each row, the broken ones too.
 * An empty line is no row. A row with a problem ends with the line its broken cell starts on,
 * so a quote that is never closed costs one row and not the rest of the file.
 * The caller compares the number of cells with the header.
 * @param text The file, decoded; line ends may be LF, CRLF or CR.
 * @param options Separator and longest cell.
 * @returns The rows in the order of the file, the header first.
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert";
 *
 * const [header, row] = parse('ticker,company\nBRK.B,"Berkshire, Inc."\n');
 * deepStrictEqual(header, { line: 1, cells: ["ticker", "company"] });
 * deepStrictEqual(row, { line: 2, cells: ["BRK.B", "Berkshire, Inc."] });
 * ```
 */
export function parse(text: string, options: CsvOptions = {}): CsvRecord[] {
  return new CsvScanner(options).end(text);
}

/**
 * Reads CSV text as it arrives; yields what {@linkcode parse} returns, however the text is cut.
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert";
 *
 * const rows = ReadableStream.from(["a,b\n1", ",2\n"]).pipeThrough(new CsvParseStream());
 * deepStrictEqual((await Array.fromAsync(rows)).map((row) => row.cells), [["a", "b"], ["1", "2"]]);
 * ```
 */
export class CsvParseStream extends TransformStream<string, CsvRecord> {
  /**
   * Makes a stream for one file.
   * @param options Separator and longest cell.
   */
  constructor(options: CsvOptions = {}) {
    const scanner = new CsvScanner(options);
    super({
      transform(chunk, controller) {
        for (const record of scanner.feed(chunk)) controller.enqueue(record);
      },
      flush(controller) {
        for (const record of scanner.end("")) controller.enqueue(record);
      },
    });
  }
}
