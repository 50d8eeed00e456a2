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
  FunctionCallArgumentsDeltaEvent,
  FunctionCallArgumentsDoneEvent,
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
export type { ContentPart, OutputItem } from "./item.ts";
export type { CompanyEvent } from "./company_event.ts";
export type { AnswerBlock } from "./answer_block.ts";
export type { Falsifier } from "./falsifier.ts";
export type { Portfolio } from "./portfolio.ts";
export type {
  AgentThesis,
  ReasoningMetadata,
  ReasoningRequest,
  ReasoningResult,
  RequestBody,
  RequestMetadata,
} from "./reasoning.ts";
export type { ResponseObject } from "./response.ts";
export type { InputItem, ResponseRequest } from "./response_request.ts";
export { decodeEvents, type DecodeOptions, encodeEvent } from "./sse.ts";
export type { Verification } from "./verification.ts";
