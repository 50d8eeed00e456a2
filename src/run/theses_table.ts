import { csvLine } from "../text/csv_write.ts";
import { INPUT_PREFIX, THESIS_COLUMNS, thesisCells } from "./columns.ts";
import type { Outcome } from "./outcome.ts";
import { compareRows } from "./ranks.ts";

/** The rows of a run, and the header of what was read. */
export interface RunTable {
  /** Names of the input's columns. */
  readonly header: readonly string[];
  /** One for each data row, in input order; gone through more than once. */
  readonly outcomes: Iterable<Outcome>;
}

/**
 * Renders `theses.csv`: one line for each row, in input order.
 * @param run The rows; two equal runs give the same bytes.
 * @returns The lines, the header first, each with its line end.
 */
export function* thesesTable({ header, outcomes }: RunTable): Generator<string, void, undefined> {
  yield csvLine([...THESIS_COLUMNS, ...header.map((name) => INPUT_PREFIX + name)]);
  const others = compareRows(outcomes);
  for (const outcome of outcomes) {
    yield csvLine([...thesisCells(outcome, others), ...header.map((_, at) => outcome.input.cells[at])]);
  }
}
