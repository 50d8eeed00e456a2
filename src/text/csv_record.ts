/** Where and why a row cannot be trusted. */
export interface CsvProblem {
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1; a byte order mark does not count. */
  readonly column: number;
  /** What is wrong, for people. */
  readonly message: string;
}

/** One row of a CSV file. */
export interface CsvRecord {
  /** Physical line on which the row starts, from 1. */
  readonly line: number;
  /** The cells; of a row whose quotes are broken the whole ones, then the rest of the line as it came. */
  readonly cells: readonly string[];
  /** Physical line on which a row of several lines ends; absent for a row of one, or with broken quotes. */
  readonly lastLine?: number;
  /** Empty lines right before the row; absent when there is none. */
  readonly emptyBefore?: number;
  /** Absent when the row is well formed. */
  readonly problem?: CsvProblem;
}

/** What may stand between two cells. */
export type Separator = "," | ";" | "\t" | "|";

/** How a CSV file is read. */
export interface CsvOptions {
  /** What stands between two cells. Default: a comma. */
  readonly separator?: Separator;
  /** Longest cell in UTF-16 units, at least 1; a longer one is a problem. Default: 1 MiB. */
  readonly maxCellChars?: number;
}
