/**
 * What is on the wire between a caller and the research service: every resource and event as an
 * interface, the routes, and the reader and writer of event streams.
 *
 * @module
 */
export type { CodeExecutionOutput } from "./code_execution.ts";
export { ProtocolError } from "./errors.ts";
export { parseEvent } from "./event.ts";
export type {
  CodeExecutionAddedEvent,
  CodeExecutionInputDeltaEvent,
  CodeExecutionOutputEvent,
  CodeExecutionStartedEvent,
  ContentPartAddedEvent,
  ContentPartDoneEvent,
  ErrorEvent,
  EventPlace,
  FunctionCallArgumentsDeltaEvent,
  FunctionCallArgumentsDoneEvent,
  McpCallArgumentsDeltaEvent,
  McpCallArgumentsDoneEvent,
  McpCallCompletedEvent,
  McpCallInProgressEvent,
  OutputItemAddedEvent,
  OutputItemDoneEvent,
  OutputTextDeltaEvent,
  OutputTextDoneEvent,
  ResponseCompletedEvent,
  ResponseCreatedEvent,
  ResponseEvent,
  ResponseFailedEvent,
  ResponseIncompleteEvent,
  UnknownEvent,
  VerificationDoneEvent,
  VerificationStartedEvent,
} from "./event.ts";
export type { FileReference } from "./file_reference.ts";
export type { LanguageModelReport } from "./language_model.ts";
export type {
  ContentPart,
  FunctionCallItem,
  FunctionCallOutputItem,
  McpCallItem,
  MessageItem,
  OutputItem,
  UnknownItem,
} from "./item.ts";
export type { CompanyEvent, EventFigure } from "./company_event.ts";
export type { AnswerBlock, AnswerSections, SaidText, TableRow } from "./answer_block.ts";
export type { Falsifier } from "./falsifier.ts";
export type { Portfolio, PortfolioPosition } from "./portfolio.ts";
export type {
  AgentThesis,
  EvidenceCounts,
  Include,
  ReasoningMetadata,
  ReasoningRequest,
  ReasoningResult,
  RequestBody,
  RequestMetadata,
} from "./reasoning.ts";
export type { ResponseMetadata, ResponseObject } from "./response.ts";
export type { InputItem, ModelSettings, OfferedTool, ResponseRequest, TextFormat } from "./response_request.ts";
export type { ServiceErrorBody } from "./service_error.ts";
export { decodeEvents, type DecodeOptions, encodeEvent } from "./sse.ts";
export type {
  Verification,
  VerificationCheck,
  VerificationClaim,
  VerificationSource,
  VerificationTensions,
} from "./verification.ts";
