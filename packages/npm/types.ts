/**
 * The types of `conviction/types` that are of the client, of the wire and of what reads a run.
 *
 * @module
 */
export type { AttemptsMade, HttpErrorReply, TimeLimit } from "../../src/client/errors.ts";
export type { Limits } from "../../src/client/limits.ts";
export type { OwnRow } from "../../src/client/own_rows.ts";
export type { TapePace } from "../../src/client/replaying_fetch.ts";
export type { OnTape } from "../../src/client/taping_fetch.ts";
export type {
  ChangeKind,
  ClaimChange,
  ComparedRun,
  RowEvent,
  SettingDifference,
  ThesisSide,
} from "../../src/compare/comparison.ts";
export type { AnswerSections, SaidText, TableRow } from "../../src/protocol/answer_block.ts";
export type { EventFigure } from "../../src/protocol/company_event.ts";
export type { Delivery, FailedCall } from "../../src/protocol/errors.ts";
export type {
  EventPlace,
  McpCallArgumentsDeltaEvent,
  McpCallArgumentsDoneEvent,
  McpCallCompletedEvent,
  McpCallInProgressEvent,
} from "../../src/protocol/event.ts";
export type { DownloadedFile } from "../../src/protocol/file_reference.ts";
export type { InputFile } from "../../src/protocol/input_file.ts";
export type {
  FunctionCallItem,
  FunctionCallOutputItem,
  McpCallItem,
  MessageItem,
  UnknownItem,
} from "../../src/protocol/item.ts";
export type { LanguageModelReport } from "../../src/protocol/language_model.ts";
export type { PortfolioPosition } from "../../src/protocol/portfolio.ts";
export type { EvidenceCounts, Include } from "../../src/protocol/reasoning.ts";
export type { ResponseMetadata } from "../../src/protocol/response.ts";
export type { ModelSettings, OfferedTool, TextFormat } from "../../src/protocol/response_request.ts";
export type { ServiceErrorBody } from "../../src/protocol/service_error.ts";
export type {
  VerificationCheck,
  VerificationClaim,
  VerificationSource,
  VerificationTensions,
} from "../../src/protocol/verification.ts";
export type { CheckCounts } from "../../src/run/check_counts.ts";
export type { ManifestCounts, ManifestFile, RunFormat, RunSince, ServiceName } from "../../src/run/manifest.ts";
export type {
  DoneOutcome,
  FailedOutcome,
  InDoubtOutcome,
  InvalidOutcome,
  OutcomeBase,
  PartialOutcome,
  PendingOutcome,
  SkippedOutcome,
} from "../../src/run/outcome.ts";
export type { CheckData, MadeCheck, NoCheck, ThesisCheck, ThesisText } from "../../src/run/thesis_check.ts";
export type { Closes, PriceHistory } from "../../src/score/price_port.ts";
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
} from "../../src/score/score_report.ts";
export type { TextOptions } from "../../src/setup/verifier.ts";
export type { AnswerFailure } from "../../src/stream/errors.ts";
export type { AnswerState, CodeExecution, FunctionCall } from "../../src/stream/snapshot.ts";
export type { CheckedClaim, CheckedSentence, Finding } from "../../src/verify/text/text_report.ts";
