import type { EVENT_SCHEMAS } from "../../protocol/event.ts";
import type { Dialect } from "../../protocol/route.ts";

/** A JSON Schema, or another part of the document. */
export interface Json {
  readonly [keyword: string]: unknown;
}

/** A reference to a schema of the document. */
export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

type EventType = keyof typeof EVENT_SCHEMAS;

/** Events of both dialects, with the fields that this service always sends beside `type` and `sequence_number`. */
const BOTH = {
  "response.created": ["response"],
  "response.in_progress": ["response"],
  "response.output_item.added": ["item", "item_id", "output_index"],
  "response.content_part.added": ["part", "item_id", "output_index", "content_index"],
  "response.output_text.delta": ["delta", "item_id", "output_index", "content_index"],
  "response.output_text.done": ["text", "item_id", "output_index", "content_index"],
  "response.content_part.done": ["part", "item_id", "output_index", "content_index"],
  "response.output_item.done": ["item", "item_id", "output_index"],
  "response.completed": ["response"],
  "error": ["code", "message", "error"],
} as const satisfies Fields;

/** Events below `/v1` alone. */
const SPECIFICATION = {
  "response.function_call_arguments.delta": ["item_id", "output_index"],
  "response.function_call_arguments.done": ["item_id", "output_index", "name"],
  "response.code_execution.added": ["item_id"],
  "response.code_execution.input_delta": ["item_id"],
  "response.code_execution.started": ["item_id"],
  "response.code_execution.output": ["stdout", "stderr", "return_code", "files"],
  "verification.started": [],
  "verification.done": ["verification"],
} as const satisfies Fields;

/** Events below `/openai/v1` alone. */
const RESPONSES = {
  "response.mcp_call.in_progress": ["output_index"],
  "response.mcp_call_arguments.delta": ["output_index"],
  "response.mcp_call_arguments.done": ["output_index"],
  "response.mcp_call.completed": ["output_index"],
} as const satisfies Fields;

type Fields = Readonly<Partial<Record<EventType, readonly string[]>>>;

/** Events that other services of the Responses style send, and this one does not. */
type NeverSent = "response.failed" | "response.incomplete";

const FIELDS: Readonly<Record<Exclude<EventType, NeverSent>, readonly string[]>> = {
  ...BOTH,
  ...SPECIFICATION,
  ...RESPONSES,
};

/** Which events are sent in each dialect. */
const SENT: Readonly<Record<Dialect, readonly string[]>> = {
  specification: Object.keys({ ...BOTH, ...SPECIFICATION }),
  responses: Object.keys({ ...BOTH, ...RESPONSES }),
};

const INDEX: Json = { type: "integer", minimum: 0 };
const TEXT: Json = { type: "string" };

/** What the reader's schema leaves open and our events always have. */
const KNOWN: Json = {
  sequence_number: { ...INDEX, description: "Position in the stream, from 0 without gaps." },
  output_index: INDEX,
  content_index: INDEX,
  item_id: TEXT,
  item: refTo("OutputItem"),
  response: refTo("Response"),
  part: refTo("ContentPart"),
  error: refTo("ErrorBody"),
  message: TEXT,
  code: TEXT,
  name: TEXT,
  stdout: TEXT,
  stderr: TEXT,
  files: { type: "array", items: refTo("FileReference") },
};

/** The schemas of the events that this service sends, and of the streams of each dialect. */
export function eventSchemas(read: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const events = Object.entries(FIELDS).map(([type, always]) => {
    const { properties = {}, required = [] } = read[type] as { properties?: Json; required?: readonly string[] };
    const names = new Set(["type", "sequence_number", ...required, ...always]);
    const known = Object.fromEntries(Object.entries(KNOWN).filter(([name]) => names.has(name)));
    return [nameOf(type), {
      type: "object",
      properties: { ...properties, ...known, type: { const: type } },
      required: [...names],
    }] as const;
  });
  return {
    ...Object.fromEntries(events),
    StreamEvent: union("specification"),
    ResponsesStreamEvent: union("responses"),
  };
}

/** `response.output_text.delta` is `ResponseOutputTextDeltaEvent`. */
function nameOf(type: string): string {
  return `${type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Event`;
}

function union(dialect: Dialect): Json {
  const types = SENT[dialect];
  return {
    description: dialect === "specification"
      ? "One event of a stream below `/v1`."
      : "One event of a stream below `/openai/v1`, for clients of the Responses style.",
    oneOf: types.map((type) => refTo(nameOf(type))),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(types.map((type) => [type, refTo(nameOf(type)).$ref])),
    },
  };
}
