/**
 * What is within a result, an option or an event of the other entries: its parts, by name, for a program that passes them
 * on. Their values come with the entry that gives them.
 *
 * @module
 */
export type { RunsProblem } from "./src/batch/history/find_runs.ts";
export type { ListBytes } from "./src/batch/list/open_input.ts";
export type { StoppableRun } from "./src/batch/send/ports.ts";
export type { ChartEvent } from "./src/chart/event_labels.ts";
export type { VegaLiteSpec } from "./src/chart/look.ts";
export type { AttemptsMade, HttpErrorReply, TimeLimit } from "./src/client/errors.ts";
export type { Limits } from "./src/client/limits.ts";
export type { OwnRow } from "./src/client/own_rows.ts";
export type { TapePace } from "./src/client/replaying_fetch.ts";
export type { OnTape } from "./src/client/taping_fetch.ts";
export type {
  CameTrue,
  ChangeKind,
  ClaimChange,
  ComparedRun,
  Consensus,
  Drift,
  DriftCause,
  DriftKind,
  RowEvent,
  SettingDifference,
  ThesisSide,
} from "./src/compare/comparison.ts";
export type { DurabilityOption } from "./src/disk/durability.ts";
export type { LockHolder } from "./src/disk/folder_lock.ts";
export type { Bundle } from "./src/notebook/bundle.ts";
export type { ChartToShow } from "./src/notebook/chart_bundle.ts";
export type { Display } from "./src/notebook/display.ts";
export type { DroppedRight, Protection } from "./src/notebook/protect.ts";
export type { Clock } from "./src/pace/clock.ts";
export type { RateWindow } from "./src/pace/rate_limit.ts";
export type { AnswerSections, SaidText, TableRow } from "./src/protocol/answer_block.ts";
export type { EventFigure } from "./src/protocol/company_event.ts";
export type { Delivery, FailedCall } from "./src/protocol/errors.ts";
export type {
  EventPlace,
  McpCallArgumentsDeltaEvent,
  McpCallArgumentsDoneEvent,
  McpCallCompletedEvent,
  McpCallInProgressEvent,
} from "./src/protocol/event.ts";
export type { DownloadedFile } from "./src/protocol/file_reference.ts";
export type { InputFile } from "./src/protocol/input_file.ts";
export type {
  FunctionCallItem,
  FunctionCallOutputItem,
  McpCallItem,
  MessageItem,
  UnknownItem,
} from "./src/protocol/item.ts";
export type { LanguageModelReport } from "./src/protocol/language_model.ts";
export type { PortfolioPosition } from "./src/protocol/portfolio.ts";
export type { EvidenceCounts, Include } from "./src/protocol/reasoning.ts";
export type { ResponseMetadata } from "./src/protocol/response.ts";
export type { ModelSettings, OfferedTool, TextFormat } from "./src/protocol/response_request.ts";
export type { ServiceErrorBody } from "./src/protocol/service_error.ts";
export type {
  VerificationCheck,
  VerificationClaim,
  VerificationSource,
  VerificationTensions,
} from "./src/protocol/verification.ts";
export type { CheckCounts } from "./src/run/check_counts.ts";
export type { Crossing } from "./src/run/crossing.ts";
export type { ListWeight } from "./src/run/list_weights.ts";
export type {
  DataNote,
  DataRecord,
  EndsEarlier,
  ManifestCounts,
  ManifestFile,
  ReadInput,
  RunFormat,
  RunModel,
  RunSince,
  ServiceName,
} from "./src/run/manifest.ts";
export type { ModelCounts } from "./src/run/model_counts.ts";
export type { ModelUse, TokenPrice } from "./src/run/model_use.ts";
export type {
  Asked,
  DoneOutcome,
  FailedOutcome,
  InDoubtOutcome,
  InvalidOutcome,
  OutcomeBase,
  PartialOutcome,
  PendingOutcome,
  SkippedOutcome,
} from "./src/run/outcome.ts";
export type { LastThesis, ServiceOutage, StopAhead, UsedModel } from "./src/run/progress.ts";
export type { CheckData, MadeCheck, NoCheck, ThesisCheck, ThesisText } from "./src/run/thesis_check.ts";
export type { RunSeries, Streak, TickerNight } from "./src/run/ticker_history.ts";
export type { NameTrend, NightScore, SeriesTrends, Trend } from "./src/run/trend.ts";
export type { Closes, PriceHistory } from "./src/score/price_port.ts";
export type {
  BrierScore,
  ChanceScore,
  DateFigure,
  FigureByDate,
  HorizonScore,
  LeftOut,
  ReliabilityBin,
  Sample,
  Share,
  SkipReason,
  Verdict,
  Verdicts,
} from "./src/score/score_report.ts";
export type { CallerTools } from "./src/service/assistants.ts";
export type { Outgoing } from "./src/service/exchange.ts";
export type { AgentPlaces } from "./src/service/limits.ts";
export type { QueueLoad } from "./src/service/admission_queue.ts";
export type { Gauge } from "./src/service/meter.ts";
export type { KeptKey, KeyedRequest } from "./src/service/reply_store.ts";
export type { StoredResponse } from "./src/service/response_store.ts";
export type { Facts, Span } from "./src/service/trace.ts";
export type { AgentLoad } from "./src/service/workload.ts";
export type { TextOptions } from "./src/setup/verifier.ts";
export type { AnswerFailure } from "./src/stream/errors.ts";
export type { AnswerState, CodeExecution, FunctionCall } from "./src/stream/snapshot.ts";
export type { CheckedClaim, CheckedSentence, Finding } from "./src/verify/text/text_report.ts";
export type { RunToShow } from "./src/view/cell/run_view.ts";
export type { RunsToShow } from "./src/view/cell/runs_view.ts";
export type { PictureOptions } from "./src/view/chart/chart.ts";
export type { PriceChartOptions } from "./src/view/chart/price.ts";
export type { RankingOptions } from "./src/view/chart/ranking.ts";
export type { ReliabilityOptions } from "./src/view/chart/reliability.ts";
export type { MarkedDay, SeriesOptions } from "./src/view/chart/price.ts";
export type { ThesisChartOptions } from "./src/view/chart/thesis.ts";
