/** Where and why a row is malformed. */
export interface CsvProblem {
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1; a byte order mark is not counted. */
  readonly column: number;
  /** What is wrong, for a person. */
  readonly message: string;
}

/** One row of a CSV file. */
export interface CsvRecord {
  /** Physical line on which the row starts, from 1. */
  readonly line: number;
  /** The cells; a row with malformed quotes has its valid cells, then the rest of the line unchanged. */
  readonly cells: readonly string[];
  /** Physical line on which a row of several lines ends; absent for other rows and for malformed quotes. */
  readonly lastLine?: number;
  /** Number of empty lines right before the row; absent when 0. */
  readonly emptyBefore?: number;
  /** Why the row is malformed; absent for a valid row. */
  readonly problem?: CsvProblem;
  /** Where a cell starts in its line, from 1; absent where commas separate cells. */
  columnOf?(cell: number): number;
}

/** A cell separator. */
export type Separator = "," | ";" | "\t" | "|";
/** In order of preference. */
export const SEPARATORS: readonly Separator[] = [",", ";", "\t", "|"];

/** Options of the parser. */
export interface CsvOptions {
  /** Cell separator. Default: a comma. */
  readonly separator?: Separator;
  /** Longest cell in UTF-16 units, at least 1; a longer one is a problem. Default: 1 MiB. */
  readonly maxCellChars?: number;
}
