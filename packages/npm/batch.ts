/**
 * The batch of Conviction without the screen: a run is read, compared and scored.
 *
 * @module
 */
import { InputError } from "../../src/protocol/errors.ts";

export { InputError } from "../../src/protocol/errors.ts";
export type { StatusCounts } from "../../src/run/counts.ts";
export type { Manifest } from "../../src/run/manifest.ts";
export {
  hasThesis,
  type InputRow,
  type Outcome,
  type OutcomeStatus,
  type RowError,
  type RowProblem,
  type SavedFile,
  type ThesisOutcome,
} from "../../src/run/outcome.ts";
export { type OpenedRun, openRun, type OpenRunOptions } from "../../src/batch/runs/open_run.ts";
export { filesOf, type RunFile, tapesOf } from "../../src/batch/runs/run_contents.ts";
export { DiskError } from "../../src/disk/disk_error.ts";
export type { ThesisRow } from "../../src/run/thesis_row.ts";
export type { TableOptions } from "../../src/run/row_columns.ts";
export { type CsvOptions, toCsv } from "../../src/run/rows_csv.ts";
export { toParquet } from "../../src/run/rows_parquet.ts";
export { compareRuns, type RunToCompare } from "../../src/compare/compare_runs.ts";
export { changeWords, type ChangeWordsOptions } from "../../src/compare/change_words.ts";
export type { Comparison, RowChange } from "../../src/compare/comparison.ts";
export { type ScoreOptions, scoreTheses } from "../../src/score/score_runs.ts";
export type { ScoreReport } from "../../src/score/score_report.ts";

/** Screens a list; on Deno only. */
export function screen(..._: readonly unknown[]): never {
  throw needsDeno();
}

/** Reports what a screen would do; on Deno only. */
export function previewScreen(..._: readonly unknown[]): never {
  throw needsDeno();
}

/** Opens the runs of a list and their history; on Deno only. */
export function openRuns(..._: readonly unknown[]): never {
  throw needsDeno("open the runs of a list", "history LIST");
}

function needsDeno(act = "screen a list", task = "screen LIST.csv"): InputError {
  return new InputError(
    `Cannot ${act}: it needs Deno; in a checkout, \`npx -y deno@2.9 task -q ${task}\``,
  );
}
