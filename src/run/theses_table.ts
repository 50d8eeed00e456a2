import { csvLine, type CsvValue } from "../text/csv_write.ts";
import { INPUT_PREFIX, THESIS_COLUMNS, thesisCells } from "./columns.ts";
import type { PlacedRow } from "./placed_row.ts";
import { selectedCells, type SelectedField } from "./select.ts";

const NONE: readonly CsvValue[] = [];

/** What a table of theses shows beside what every run has. */
export interface TableOptions {
  /** Further columns, parts of what the service answered. Default: none. */
  readonly select?: readonly SelectedField[] | undefined;
}

/** A file with at most one line for each row of a run. */
export interface LineTable {
  /** Comes before the lines; may be empty. */
  readonly head: string;
  /** The row's line with its end; empty when the row has no place in the file. */
  line(placed: PlacedRow): string;
}

/**
 * Renders `theses.csv`: one line for each row; two equal runs give the same bytes.
 * @param header Names of the input's columns.
 * @param options Further columns.
 * @returns Header and lines.
 */
export function thesesTable(header: readonly string[], { select = [] }: TableOptions = {}): LineTable {
  const further = select.map(({ name }) => name);
  return {
    head: csvLine([...THESIS_COLUMNS, ...further, ...header.map((name) => INPUT_PREFIX + name)]),
    line: (placed) => {
      const { cells } = placed.outcome.input;
      const given = cells.length === header.length ? cells : header.map((_, at) => cells[at]);
      const selected = select.length === 0 ? NONE : selectedCells(select, placed.outcome);
      return csvLine(thesisCells(placed).concat(selected, given));
    },
  };
}
