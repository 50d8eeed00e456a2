/**
 * The batch runner: many rows through the reasoning operation at once, into a folder of theses and
 * files; no row is lost, and nothing that was answered is sent again.
 *
 * @module
 */
import "../notebook/cell_values.ts";

export { DiskError } from "../disk/disk_error.ts";
export type { Durability } from "../disk/durability.ts";
export { LockedError } from "../disk/folder_lock.ts";
export { InputError } from "../protocol/errors.ts";
export type { StatusCounts } from "../run/counts.ts";
export type { Manifest } from "../run/manifest.ts";
export {
  hasThesis,
  type InputRow,
  type Outcome,
  type OutcomeStatus,
  type RowError,
  type RowProblem,
  type SavedFile,
  type ThesisOutcome,
} from "../run/outcome.ts";
export type { Machine } from "./machine.ts";
export type { ScreenInput } from "./list/open_input.ts";
export { type OpenedRun, openRun, type OpenRunOptions } from "./runs/open_run.ts";
export { type ListedRun, type OpenedRuns, openRuns, type OpenRunsOptions } from "./history/open_runs.ts";
export type { TickerHistory } from "../run/ticker_history.ts";
export { filesOf, type RunFile, tapesOf } from "./runs/run_contents.ts";
export type { ThesisRow } from "../run/thesis_row.ts";
export type { TableOptions } from "../run/row_columns.ts";
export { type CsvOptions, toCsv } from "../run/rows_csv.ts";
export { toParquet } from "../run/rows_parquet.ts";
export type { RunPortfolio } from "../run/portfolio.ts";
export type { CsvValue } from "../text/csv_write.ts";
export type { Question } from "./question/plan.ts";
export type { RunLimits } from "./send/limits.ts";
export type { ResearchPort, ThesisVerifier } from "./send/ports.ts";
export type { Progress, Screen, ScreenEvent, ScreenPreview, StopReason } from "../run/progress.ts";
export { screen } from "./screen.ts";
export { previewScreen } from "./preview.ts";
export type { SelectedField } from "../run/select.ts";
export type { ScreenOptions } from "./screen_options.ts";
export { VerifyError } from "./runs/check_ledger.ts";
export { compareRuns, type RunToCompare } from "../compare/compare_runs.ts";
export { changeWords, type ChangeWordsOptions } from "../compare/change_words.ts";
export type { Alert, Comparison, RowChange } from "../compare/comparison.ts";
export { type ScoreOptions, scoreTheses } from "../score/score_runs.ts";
export type { ScoreReport } from "../score/score_report.ts";
