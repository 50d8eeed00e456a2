import { z } from "zod";
import { serviceErrorBodySchema } from "../../protocol/service_error.ts";
import { fileReferenceSchema } from "../../protocol/file_reference.ts";
import { contentPartSchema, knownItemSchema } from "../../protocol/item.ts";
import { responseMetadataSchema, responseObjectSchema } from "../../protocol/response.ts";
import { REFUSALS } from "./refusals.ts";

const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9a-f-]{32,36}$`));
const count = z.int().min(0);
const codes = Object.keys(REFUSALS);

/** What is read leniently of any service, as this one sends it. */
export const fileReference = fileReferenceSchema.extend({
  file_id: id("file").describe("Identifier used to download it."),
  filename: z.string(),
  media_type: z.string(),
  bytes: count,
});

/** What went wrong. */
export const errorBody = serviceErrorBodySchema.extend({
  type: z.enum([
    "invalid_request_error",
    "authentication_error",
    "rate_limit_error",
    "unavailable_error",
    "server_error",
  ]),
  code: z.enum(codes).describe("What went wrong, for a program."),
  message: z.string().describe("What went wrong and what to do, for a person."),
  param: z.string().nullable().describe("The invalid field; null, or an empty text below `/openai/v1`, where none is."),
  nearest: z.array(z.string()).describe("Names like an unknown one.").optional(),
});

/** The body of a refusal. */
export const refusal = z.object({ error: errorBody });

/** A part of a message. */
export const contentPart = contentPartSchema.extend({
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
});

const [message, functionCall, functionCallOutput, mcpCall] = knownItemSchema.options;
const own = { id: z.string(), status: z.enum(["in_progress", "completed"]) };

/** Items of the output, as they are sent. */
export const ITEMS = {
  MessageItem: message.extend({ ...own, role: z.literal("assistant"), content: z.array(contentPart) }),
  FunctionCallItem: functionCall.extend({ ...own, arguments: z.string() }).describe("A tool that the service runs."),
  FunctionCallOutputItem: functionCallOutput.extend({ ...own, output: z.string().describe("JSON text.") }),
  McpCallItem: mcpCall.extend({
    ...own,
    server_label: z.literal("conviction"),
    arguments: z.string(),
    output: z.string().nullable().describe("JSON text; null until the call has ended."),
    error: z.null(),
    approval_request_id: z.null(),
  }).describe("A tool that the service runs, below `/openai/v1`."),
};

/** An item of the output. */
export const outputItem = z.discriminatedUnion("type", [
  ITEMS.MessageItem,
  ITEMS.FunctionCallItem,
  ITEMS.FunctionCallOutputItem,
  ITEMS.McpCallItem,
]);

/** Metadata of a response; its values are JSON, or texts below `/openai/v1`. */
const metadata = z.union([
  responseMetadataSchema,
  z.record(z.string(), z.string()).describe("Below `/openai/v1`: each value is a text, JSON where it is not a text."),
]);

/** A response, as it is sent. */
export const response = responseObjectSchema.extend({
  id: id("resp"),
  object: z.literal("response"),
  created_at: count.describe("Unix time in seconds."),
  completed_at: count.nullable(),
  status: z.enum(["in_progress", "completed", "failed", "cancelled"]),
  model: z.string(),
  output: z.array(outputItem),
  error: errorBody.nullable(),
  usage: z.looseObject({ input_tokens: count, output_tokens: count, total_tokens: count }).nullable(),
  metadata,
  background: z.boolean(),
  store: z.boolean(),
  previous_response_id: z.string().nullable(),
  instructions: z.unknown(),
  tools: z.array(z.looseObject({ type: z.string() })),
  tool_choice: z.unknown(),
  text: z.looseObject({ format: z.looseObject({ type: z.string() }) }),
});

const retention = z.object({
  max_kept_bytes: count.nullable().describe("null for no limit."),
  kept_ms: count.nullable(),
});
const model = z.object({ id: z.string(), object: z.literal("model"), created: count, owned_by: z.string() });
const route = z.object({ method: z.enum(["GET", "POST", "DELETE"]), path: z.string() });

/** Bodies of the smaller operations. */
export const BODIES = {
  Limits: z.object({
    max_body_bytes: count,
    max_question_bytes: count,
    max_concurrent: count.nullable(),
    max_concurrent_per_key: count.nullable(),
    max_wait_ms: count,
    answers: z.object({ max_kept_bytes: count }),
    idempotency: retention,
    background: retention.extend({ run_ms: count }),
    responses: retention,
    files: retention,
  }),
  Health: z.looseObject({
    status: z.literal("ok"),
    version: z.string().optional(),
    data: z.looseObject({ as_of: z.string(), first_day: z.string(), last_day: z.string() }).optional()
      .describe("What the service works with; with a key only."),
  }),
  FileLink: z.object({
    object: z.literal("file.link"),
    file_id: id("file"),
    path: z.string().describe("Opens the file without a key, below the service's address."),
    expires_at: count.describe("Unix time in seconds."),
  }),
  DeletedResponse: z.object({ id: id("resp"), object: z.literal("response"), deleted: z.literal(true) }),
  InputItems: z.object({
    object: z.literal("list"),
    data: z.array(z.looseObject({ id: z.string(), type: z.string() })),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  }),
  Model: model,
  Models: z.object({ object: z.literal("list"), data: z.array(model) }),
  ModelDetails: model.extend({ result_schema: z.looseObject({}).describe("JSON Schema of a reasoning result.") }),
  Paths: z.object({
    service: z.literal("conviction"),
    authorization: z.string(),
    paths: z.array(route),
    responses_base: z.string(),
  }),
  Description: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
};
