import { csvLine } from "../text/csv_write.ts";
import { errorOf, type Outcome } from "./outcome.ts";
import type { LineTable } from "./theses_table.ts";

const FAILURE_COLUMNS: readonly string[] = [
  "failure_row",
  "failure_status",
  "failure_error_code",
  "failure_error",
];

/**
 * Renders `failures.csv`: the rows that are not done, with the input's own columns, to be fed back.
 * @param header Names of the input's columns.
 * @returns Header and lines; a row that is done has none.
 */
export function failuresTable(header: readonly string[]): LineTable {
  // Our own columns of a list that was fed back give way to the new ones.
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
