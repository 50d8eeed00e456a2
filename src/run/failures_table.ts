import { csvLine } from "../text/csv_write.ts";
import { errorOf, type Outcome } from "./outcome.ts";
import type { RunTable } from "./theses_table.ts";

const FAILURE_COLUMNS: readonly string[] = [
  "failure_row",
  "failure_status",
  "failure_error_code",
  "failure_error",
];

/**
 * Renders `failures.csv`: the rows that are not done, with the input's own columns, to be fed back.
 * @param run The rows of a run.
 * @returns The lines, the header first, each with its line end.
 */
export function* failuresTable({ header, outcomes }: RunTable): Generator<string, void, undefined> {
  // Our own columns of a list that was fed back give way to the new ones.
  const own = header.map((name, at) => ({ name, at })).filter(({ name }) => !FAILURE_COLUMNS.includes(name));
  yield csvLine([...own.map(({ name }) => name), ...FAILURE_COLUMNS]);
  for (const outcome of outcomes) {
    if (outcome.status === "done") continue;
    const cells = own.map(({ at }) => outcome.input.cells[at]);
    yield csvLine([...cells, ...failureCells(outcome)]);
  }
}

function failureCells(outcome: Outcome): (string | number | undefined)[] {
  const error = errorOf(outcome);
  return [outcome.input.row, outcome.status, error?.code, error?.message.replace(/\s+/g, " ")];
}
