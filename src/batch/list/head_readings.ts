import { type CsvRecord, type Separator, SEPARATORS } from "../../text/csv_record.ts";
import { CsvScanner } from "../../text/csv_scanner.ts";

/** What is looked for must be among so many records. */
const MAX_RECORDS = 100;
/** Usually holds that many records. */
const PIECE_CHARS = 8_192;
/** Excel's line that names the separator. */
const DIRECTIVE = /^\uFEFF?"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\r|\n|$)/i;

/** The start of a file as one separator splits it. */
export interface Reading {
  readonly separator: Separator;
  /** Its first records with something in them. */
  readonly records: readonly CsvRecord[];
  /** Lines of Excel's line that names the separator, if there is one. */
  readonly directiveLines: readonly number[];
}

/**
 * Reads the start of a file with each separator that it may have.
 * @param options Whether it is the whole file; otherwise its last record may be cut, and is dropped.
 * @returns A reading for each separator, in order of preference.
 */
export function readingsOf(head: string, options: { readonly isWhole: boolean }): Reading[] {
  const directive = DIRECTIVE.exec(head)?.[1];
  return SEPARATORS.filter((one) => directive === undefined || one === directive).map((separator) => {
    const records = recordsOf(head, { separator, ...options });
    const below = directive === undefined ? 0 : 1;
    return {
      separator,
      records: records.slice(below),
      directiveLines: records.slice(0, below).map(({ line }) => line),
    };
  });
}

function recordsOf(
  head: string,
  { separator, isWhole }: { readonly separator: Separator; readonly isWhole: boolean },
): CsvRecord[] {
  const scanner = new CsvScanner({ separator });
  const records: CsvRecord[] = [];
  for (let at = 0; at < head.length; at += PIECE_CHARS) {
    records.push(...scanner.feed(head.slice(at, at + PIECE_CHARS)).filter(isFilled));
    if (records.length > MAX_RECORDS) return records.slice(0, MAX_RECORDS); // reading on would take most of the time
  }
  const last = scanner.end("").filter(isFilled);
  records.push(...isWhole ? last : last.slice(0, -1));
  return records.slice(0, MAX_RECORDS);
}

/** How many cells of a record hold something. */
export function filled({ cells }: CsvRecord): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

/** Whether a cell is blank; read with another separator, a line of separators is one such cell. */
export function isBlank(cell: string): boolean {
  return /^[\s,;|]*$/.test(cell);
}

function isFilled(record: CsvRecord): boolean {
  return record.problem !== undefined || filled(record) > 0;
}
