import type { Dataset } from "./dataset.ts";

/** Something in a data file that was not read, or not as it stood. */
export interface DataProblem {
  /** Name of the file in its folder. */
  readonly file: string;
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1. */
  readonly column: number;
  /** What is wrong and what was done, for a person. */
  readonly message: string;
}

/** A dataset that says what it could not read. */
export interface LoadedDataset extends Dataset {
  /** In the order of files and lines; empty when everything was read. */
  readonly problems: readonly DataProblem[];
  /** Rows left out because they have no close or repeat another row; no problem each. */
  readonly skippedRows: number;
}
