import { csvLine } from "../text/csv_write.ts";
import { cellIn, type ColumnOptions, INPUT_PREFIX, thesisColumns } from "./columns.ts";
import type { RankedRow } from "./ranked_row.ts";
import type { SelectedField } from "./select.ts";
import { toThesisRow } from "./thesis_row.ts";
import { errorOf, type Outcome } from "./outcome.ts";

/** Options of a table of theses. */
export interface TableOptions extends ColumnOptions {
  /** Selected columns, parts of the answers. Default: none. */
  readonly select?: readonly SelectedField[] | undefined;
}

/** A file with at most one line for each row of a run. */
export interface LineTable {
  /** Precedes the lines; may be empty. */
  readonly head: string;
  /** The row's line with its line break; empty when the file omits the row. */
  line(ranked: RankedRow): string;
}

/**
 * Renders `theses.csv`: a line for each row. Equal runs give equal bytes.
 * @param options Selected columns, and whether the run checks its theses.
 */
export function thesesTable(header: readonly string[], { select = [], ...options }: TableOptions = {}): LineTable {
  const columns = thesisColumns(options);
  const selectedNames = select.map(({ name }) => name);
  return {
    head: csvLine([
      ...columns.map(({ name }) => name),
      ...selectedNames,
      ...header.map((name) => INPUT_PREFIX + name),
    ]),
    line: (ranked) => {
      const row = toThesisRow(ranked, select);
      const { cells, selected } = row;
      const given = cells.length === header.length ? cells : header.map((_, at) => cells[at]);
      return csvLine(columns.map((column) => cellIn(column, row)).concat(selected, given));
    },
  };
}

const FAILURE_COLUMNS: readonly string[] = [
  "failure_row",
  "failure_status",
  "failure_error_code",
  "failure_error",
];

/**
 * Renders `failures.csv`: the rows that are not done, with the input's own columns, to be used as a list again.
 * @returns Header and lines; a row that is done has none.
 */
export function failuresTable(header: readonly string[]): LineTable {
  // The failure columns of an earlier run are replaced.
  const own = header.map((name, at) => ({ name, at })).filter(({ name }) => !FAILURE_COLUMNS.includes(name));
  return {
    head: csvLine([...own.map(({ name }) => name), ...FAILURE_COLUMNS]),
    line: ({ outcome }) => {
      if (outcome.status === "done") return "";
      const cells = own.map(({ at }) => outcome.input.cells[at]);
      return csvLine([...cells, ...failureCells(outcome)]);
    },
  };
}

function failureCells(outcome: Outcome): (string | number | undefined)[] {
  const error = errorOf(outcome);
  return [outcome.input.row, outcome.status, error?.code, error?.message.replace(/\s+/g, " ")];
}
