import type { CsvOptions, CsvRecord, Separator } from "./csv_record.ts";
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

/** A first line that is longer does not tell what separates cells. */
const MAX_HEAD_CHARS = 1_048_576;

/**
 * Parses a CSV text that comes in pieces.
 * @param separatorIn What separates the cells, by the start of the text up to its first line with something in it; a
 * comma where it cannot say.
 * @returns The rows that each piece ends.
 */
export async function* parsePieces(
  texts: AsyncIterable<string>,
  separatorIn: (head: string) => Separator | undefined,
): AsyncGenerator<CsvRecord[], void, undefined> {
  let scanner: CsvScanner | undefined;
  let unread = "";
  for await (const text of texts) {
    unread += text;
    if (scanner === undefined && unread.length < MAX_HEAD_CHARS && !/[\r\n]/.test(text.trimStart())) continue;
    scanner ??= new CsvScanner({ separator: separatorIn(unread) ?? "," });
    yield scanner.feed(unread);
    unread = "";
  }
  scanner ??= new CsvScanner({ separator: separatorIn(unread) ?? "," });
  yield scanner.end(unread);
}
