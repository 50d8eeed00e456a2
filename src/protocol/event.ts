import { z } from "zod";
import { type CodeExecutionOutput, codeExecutionOutputFields } from "./code_execution.ts";
import { ProtocolError } from "./errors.ts";
import { type ContentPart, contentPartSchema, type OutputItem, outputItemSchema } from "./item.ts";
import { lenient } from "./lenient.ts";
import { parseJson } from "./parse_json.ts";
import { type ResponseObject, responseObjectSchema } from "./response.ts";
import { readServiceError, type ServiceErrorBody } from "./service_error.ts";
import { type Verification, verificationSchema } from "./verification.ts";

/** Optional fields of every event: its place in the stream and in the output. */
export interface EventPlace {
  /** Position in the stream, from 0; a gap means a lost event. */
  readonly sequence_number?: number | undefined;
  /** The item the event belongs to. */
  readonly item_id?: string | undefined;
  /** Position of that item in the response. */
  readonly output_index?: number | undefined;
  /** Position of the content part in its message. */
  readonly content_index?: number | undefined;
}

/** A piece of the answer's text; all pieces in order are the text. */
export interface OutputTextDeltaEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.output_text.delta";
  /** The piece; empty pieces are allowed. */
  readonly delta: string;
}

/** The text is complete. */
export interface OutputTextDoneEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.output_text.done";
  /** The whole text, where the service repeats it. */
  readonly text?: string | undefined;
}

/** The response exists. */
export interface ResponseCreatedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.created";
  /** The response, as the service describes it. */
  readonly response: ResponseObject;
}

/** The response is complete, with its metadata. */
export interface ResponseCompletedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.completed";
  /** The response, as the service describes it. */
  readonly response: ResponseObject;
}

/** The response ended without an answer; other Responses services send it, ours does not. */
export interface ResponseFailedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.failed";
  /** The response, as the service describes it. */
  readonly response: ResponseObject;
}

/** The response ended early, at a limit; other Responses services send it, ours does not. */
export interface ResponseIncompleteEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.incomplete";
  /** The response, as the service describes it. */
  readonly response: ResponseObject;
}

/** An item starts; a `function_call_output` is complete already. */
export interface OutputItemAddedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.output_item.added";
  /** The item. */
  readonly item: OutputItem;
}

/** An item is finished. */
export interface OutputItemDoneEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.output_item.done";
  /** The item. */
  readonly item?: OutputItem | undefined;
}

/** A content part of a message starts. */
export interface ContentPartAddedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.content_part.added";
  /** The part. */
  readonly part?: ContentPart | undefined;
}

/** A content part is finished. */
export interface ContentPartDoneEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.content_part.done";
  /** The part. */
  readonly part?: ContentPart | undefined;
}

/** A piece of a tool call's arguments. */
export interface FunctionCallArgumentsDeltaEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.function_call_arguments.delta";
  /** The call, or the `item_id` where a service sends only that. */
  readonly call_id: string;
  /** The piece; empty pieces are allowed. */
  readonly delta: string;
}

/** A tool call's arguments are complete. */
export interface FunctionCallArgumentsDoneEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.function_call_arguments.done";
  /** The call, or the `item_id` where a service sends only that. */
  readonly call_id: string;
  /** The whole arguments as JSON text. */
  readonly arguments: string;
}

/** A tool that the service runs itself has begun; sent in the dialect for clients of the Responses style. */
export interface McpCallInProgressEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.mcp_call.in_progress";
  /** The call. */
  readonly item_id: string;
}

/** A piece of the arguments of a tool that the service runs itself. */
export interface McpCallArgumentsDeltaEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.mcp_call_arguments.delta";
  /** The call. */
  readonly item_id: string;
  /** The piece; empty pieces are allowed. */
  readonly delta: string;
}

/** The arguments of a tool that the service runs itself are complete. */
export interface McpCallArgumentsDoneEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.mcp_call_arguments.done";
  /** The call. */
  readonly item_id: string;
  /** The whole arguments as JSON text. */
  readonly arguments: string;
}

/** A tool that the service ran itself has ended. */
export interface McpCallCompletedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.mcp_call.completed";
  /** The call. */
  readonly item_id: string;
}

/** Code is being written. */
export interface CodeExecutionAddedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.code_execution.added";
  /** The execution it belongs to. */
  readonly item_id: string;
  /** Name of the execution, or of the tool. */
  readonly name: string;
}

/** A piece of the code. */
export interface CodeExecutionInputDeltaEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.code_execution.input_delta";
  /** The execution it belongs to. */
  readonly item_id: string;
  /** The piece; empty pieces are allowed. */
  readonly delta: string;
}

/** The code is running. */
export interface CodeExecutionStartedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "response.code_execution.started";
  /** The execution it belongs to. */
  readonly item_id: string;
}

/** The code has run. */
export interface CodeExecutionOutputEvent extends EventPlace, CodeExecutionOutput {
  /** Name of the event. */
  readonly type: "response.code_execution.output";
  /** The execution it belongs to. */
  readonly item_id: string;
}

/** The answer is being checked. */
export interface VerificationStartedEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "verification.started";
}

/** The answer was checked. */
export interface VerificationDoneEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "verification.done";
  /** Its results. */
  readonly verification?: Verification | undefined;
}

/** The service failed; read from any of the four shapes of {@linkcode readServiceError}. */
export interface ErrorEvent extends EventPlace {
  /** Name of the event. */
  readonly type: "error";
  /** What went wrong, for a person. */
  readonly message: string;
  /** What went wrong, for a program. */
  readonly code?: string | undefined;
  /** All that the service says about the failure. */
  readonly error: ServiceErrorBody;
}

/** An event of an unknown type or with invalid fields, unchanged; never fatal. */
export interface UnknownEvent {
  /** Name of the event. */
  readonly type: "unknown";
  /** The JSON object. */
  readonly wire: unknown;
}

/** One event of a stream (specification section 6.2). The union is closed, so `switch` on `type` narrows. */
export type ResponseEvent =
  | OutputTextDeltaEvent
  | OutputTextDoneEvent
  | ResponseCreatedEvent
  /** Nothing is new: the work goes on. */
  | Omit<ResponseCreatedEvent, "type"> & { readonly type: "response.in_progress" }
  | ResponseCompletedEvent
  | ResponseFailedEvent
  | ResponseIncompleteEvent
  | OutputItemAddedEvent
  | OutputItemDoneEvent
  | ContentPartAddedEvent
  | ContentPartDoneEvent
  | FunctionCallArgumentsDeltaEvent
  | FunctionCallArgumentsDoneEvent
  | McpCallInProgressEvent
  | McpCallArgumentsDeltaEvent
  | McpCallArgumentsDoneEvent
  | McpCallCompletedEvent
  | CodeExecutionAddedEvent
  | CodeExecutionInputDeltaEvent
  | CodeExecutionStartedEvent
  | CodeExecutionOutputEvent
  | VerificationStartedEvent
  | VerificationDoneEvent
  | ErrorEvent
  | UnknownEvent;

/** Every event but {@linkcode UnknownEvent}: what a service may send. */
export type KnownEvent = Exclude<ResponseEvent, UnknownEvent>;

const place = {
  sequence_number: lenient(z.number()),
  item_id: lenient(z.string()),
  output_index: lenient(z.number()),
  content_index: lenient(z.number()),
};

function event<T extends string, F extends z.ZodRawShape>(type: T, fields: F) {
  return z.looseObject({ ...place, type: z.literal(type) }).extend(fields);
}

/** Other Responses services send the item's id instead of the call's; it identifies the call as well. */
function withCallId<T extends z.ZodType>(schema: T) {
  return z.preprocess((wire) => {
    const { call_id, item_id } = wire as { call_id?: unknown; item_id?: unknown };
    return call_id === undefined && item_id !== undefined ? { ...(wire as object), call_id: item_id } : wire;
  }, schema);
}

const errorEventSchema = z.unknown().transform((wire): ErrorEvent => {
  const error = readServiceError(wire);
  const { sequence_number } = z.looseObject(place).parse(wire);
  return {
    type: "error",
    message: error.message,
    ...(error.code === undefined ? {} : { code: error.code }),
    error,
    ...(sequence_number === undefined ? {} : { sequence_number }),
  };
});

const ofItem = { item_id: z.string() };
const pieceOfItem = { ...ofItem, delta: z.string() };
/** Some services wrap the piece. */
const pieceSchema = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

type EventSchemas = { readonly [T in KnownEvent["type"]]: z.ZodType<Extract<KnownEvent, { type: T }>> };

/**
 * With the types that the schemas give, which a test holds to the interfaces; they would be 60 kB of declarations.
 *
 * @internal
 */
export const EXACT_EVENT_SCHEMAS = {
  "response.output_text.delta": event("response.output_text.delta", { delta: pieceSchema }),
  "response.output_text.done": event("response.output_text.done", { text: lenient(z.string()) }),
  "response.created": event("response.created", { response: responseObjectSchema }),
  "response.in_progress": event("response.in_progress", { response: responseObjectSchema }),
  "response.completed": event("response.completed", { response: responseObjectSchema }),
  "response.failed": event("response.failed", { response: responseObjectSchema }),
  "response.incomplete": event("response.incomplete", { response: responseObjectSchema }),
  "response.output_item.added": event("response.output_item.added", { item: outputItemSchema }),
  "response.output_item.done": event("response.output_item.done", { item: lenient(outputItemSchema) }),
  "response.content_part.added": event("response.content_part.added", { part: lenient(contentPartSchema) }),
  "response.content_part.done": event("response.content_part.done", { part: lenient(contentPartSchema) }),
  "response.function_call_arguments.delta": withCallId(
    event("response.function_call_arguments.delta", { call_id: z.string(), delta: z.string() }),
  ),
  "response.function_call_arguments.done": withCallId(
    event("response.function_call_arguments.done", { call_id: z.string(), arguments: z.string() }),
  ),
  "response.mcp_call.in_progress": event("response.mcp_call.in_progress", ofItem),
  "response.mcp_call_arguments.delta": event("response.mcp_call_arguments.delta", pieceOfItem),
  "response.mcp_call_arguments.done": event("response.mcp_call_arguments.done", { ...ofItem, arguments: z.string() }),
  "response.mcp_call.completed": event("response.mcp_call.completed", ofItem),
  "response.code_execution.added": event("response.code_execution.added", { ...ofItem, name: z.string() }),
  "response.code_execution.input_delta": event("response.code_execution.input_delta", pieceOfItem),
  "response.code_execution.started": event("response.code_execution.started", ofItem),
  "response.code_execution.output": event("response.code_execution.output", {
    ...ofItem,
    ...codeExecutionOutputFields,
  }),
  "verification.started": event("verification.started", {}),
  "verification.done": event("verification.done", { verification: lenient(verificationSchema) }),
  error: errorEventSchema,
} satisfies EventSchemas;

/** One schema per event type; a test checks the interfaces above against them. */
export const EVENT_SCHEMAS: EventSchemas = EXACT_EVENT_SCHEMAS;

/** Fast path: nearly all events are deltas. A test checks it against the schemas. */
function isDelta(wire: { readonly [field: string]: unknown }): boolean {
  if (typeof wire.delta !== "string" || !hasPlainPlace(wire)) return false;
  switch (wire.type) {
    case "response.output_text.delta":
      return true;
    case "response.function_call_arguments.delta":
      return typeof wire.call_id === "string";
    case "response.code_execution.input_delta":
    case "response.mcp_call_arguments.delta":
      return typeof wire.item_id === "string";
    default:
      return false;
  }
}

function hasPlainPlace(wire: { readonly [field: string]: unknown }): boolean {
  const { sequence_number, item_id, output_index, content_index } = wire;
  return (sequence_number === undefined || typeof sequence_number === "number") &&
    (item_id === undefined || typeof item_id === "string") &&
    (output_index === undefined || typeof output_index === "number") &&
    (content_index === undefined || typeof content_index === "number");
}

/**
 * Reads the JSON of one event.
 *
 * @param data The text after `data:`.
 * @param name The text after `event:`, which is the type of an object without one.
 * @returns A known event, or an `unknown` one that holds the object.
 * @throws {ProtocolError} when the text is not a JSON object.
 *
 * @example
 * ```ts
 * import { parseEvent } from "conviction/protocol";
 * const event = parseEvent('{"type":"response.output_text.delta","delta":"Apple"}');
 * if (event.type === "response.output_text.delta") console.assert(event.delta === "Apple");
 * ```
 */
export function parseEvent(data: string, name?: string): ResponseEvent {
  const wire = parseObject(data, name);
  if (isDelta(wire)) return wire as unknown as ResponseEvent;
  const type = (isFailure(wire) ? "error" : wire.type) as keyof typeof EVENT_SCHEMAS;
  if (!Object.hasOwn(EVENT_SCHEMAS, type)) return { type: "unknown", wire };
  const read = EVENT_SCHEMAS[type].safeParse(wire);
  return read.success ? read.data : { type: "unknown", wire };
}

/** A failure whose event has no name: `{error}` alone, or with a family as its type; names of events have dots. */
function isFailure({ type, object, error, detail }: { readonly [field: string]: unknown }): boolean {
  if (typeof type === "string" && type.includes(".")) return false;
  return object === "error" || Boolean(error) || (type === undefined && Boolean(detail));
}

function parseObject(data: string, name: string | undefined): { readonly [field: string]: unknown } {
  const wire = parseJson(data);
  if (wire === undefined && name === "error") return { type: name, message: data };
  if (wire === undefined) {
    throw new ProtocolError(`Cannot read event: it is not JSON: ${data.slice(0, 100)}`, { excerpt: data });
  }
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) {
    throw new ProtocolError("Cannot read event: it is not a JSON object", { excerpt: data });
  }
  return name !== undefined && !("type" in wire)
    ? { type: name, ...wire }
    : wire as { readonly [field: string]: unknown };
}
