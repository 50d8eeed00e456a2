/**
 * The batch runner: many rows through the reasoning operation at once, into a folder of theses and
 * files; no row is lost, and nothing that was answered is sent again.
 *
 * @module
 */
import "../notebook/cell_values.ts";

export type { Clock } from "../pace/clock.ts";
export { DiskError } from "../disk/disk_error.ts";
export type { Durability } from "../disk/durability.ts";
export { LockedError, type LockHolder } from "../disk/folder_lock.ts";
export { InputError } from "../protocol/errors.ts";
export type { StatusCounts } from "../run/counts.ts";
export type {
  DataNote,
  DataRecord,
  EndsEarlier,
  Manifest,
  ManifestCounts,
  ManifestFile,
  ReadInput,
  RunFormat,
  RunModel,
  RunSince,
  ServiceName,
} from "../run/manifest.ts";
export {
  type Asked,
  type DoneOutcome,
  type FailedOutcome,
  hasThesis,
  type InDoubtOutcome,
  type InputRow,
  type InvalidOutcome,
  type Outcome,
  type OutcomeBase,
  type OutcomeStatus,
  type PartialOutcome,
  type PendingOutcome,
  type RowError,
  type RowProblem,
  type SavedFile,
  type SkippedOutcome,
  type ThesisOutcome,
} from "../run/outcome.ts";
export type { Machine } from "./machine.ts";
export type { ListBytes, ScreenInput } from "./list/open_input.ts";
export { type OpenedRun, openRun, type OpenRunOptions } from "./runs/open_run.ts";
export { type ListedRun, type OpenedRuns, openRuns, type OpenRunsOptions } from "./history/open_runs.ts";
export type { RunsProblem } from "./history/find_runs.ts";
export type { RunSeries, Streak, TickerHistory, TickerNight } from "../run/ticker_history.ts";
export type { NameTrend, NightScore, SeriesTrends, Trend } from "../run/trend.ts";
export { filesOf, type RunFile, tapesOf } from "./runs/run_contents.ts";
export type { ThesisRow } from "../run/thesis_row.ts";
export type { TableOptions } from "../run/row_columns.ts";
export { type CsvOptions, toCsv } from "../run/rows_csv.ts";
export { toParquet } from "../run/rows_parquet.ts";
export type { RunPortfolio } from "../run/portfolio.ts";
export type { ListWeight } from "../run/list_weights.ts";
export type { CsvValue } from "../text/csv_write.ts";
export type { Question } from "./question/plan.ts";
export type { RunLimits } from "./send/limits.ts";
export type { ResearchPort, StoppableRun, ThesisVerifier } from "./send/ports.ts";
export type { CheckCounts } from "../run/check_counts.ts";
export type { ModelCounts } from "../run/model_counts.ts";
export type { ModelUse, TokenPrice } from "../run/model_use.ts";
export type {
  LastThesis,
  Progress,
  Screen,
  ScreenEvent,
  ScreenPreview,
  ServiceOutage,
  StopAhead,
  StopReason,
  UsedModel,
} from "../run/progress.ts";
export { screen } from "./screen.ts";
export { previewScreen } from "./preview.ts";
export type { RateWindow } from "../pace/rate_limit.ts";
export type { Crossing } from "../run/crossing.ts";
export type { SelectedField } from "../run/select.ts";
export type { ScreenOptions } from "./screen_options.ts";
export { VerifyError } from "./runs/check_ledger.ts";
export { compareRuns, type RunToCompare } from "../compare/compare_runs.ts";
export { changeWords, type ChangeWordsOptions } from "../compare/change_words.ts";
export type {
  Alert,
  CameTrue,
  ChangeKind,
  ClaimChange,
  ComparedRun,
  Comparison,
  Consensus,
  Drift,
  DriftCause,
  DriftKind,
  RowChange,
  RowEvent,
  SettingDifference,
  ThesisSide,
} from "../compare/comparison.ts";
export { type ScoreOptions, scoreTheses } from "../score/score_runs.ts";
export type {
  BrierScore,
  ChanceScore,
  DateFigure,
  FigureByDate,
  HorizonScore,
  LeftOut,
  ReliabilityBin,
  Sample,
  ScoreReport,
  Share,
  SkipReason,
  Verdict,
  Verdicts,
} from "../score/score_report.ts";
