/**
 * What Open Responses says of a reply and of its events, in our own words: required keys, which of them may be null, and
 * closed lists of types. Keys beyond these are allowed, as there. One thing is added: `mcp_call`, the item of the Responses
 * style for a tool that the service ran, with its events. Open Responses has only tools that the caller runs.
 */
import { z } from "zod";

const count = z.number().int().nonnegative();
const status = z.enum(["in_progress", "completed", "incomplete"]);

const outputTextSchema = z.object({
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()).optional(),
});

const messageSchema = z.object({
  type: z.literal("message"),
  id: z.string().min(1),
  status,
  role: z.enum(["user", "assistant", "system", "developer"]),
  content: z.array(outputTextSchema),
  phase: z.enum(["commentary", "final_answer"]).optional(),
});

const functionCallSchema = z.object({
  type: z.literal("function_call"),
  id: z.string().min(1),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
  status,
});

const mcpCallSchema = z.object({
  type: z.literal("mcp_call"),
  id: z.string().min(1),
  server_label: z.literal("conviction"),
  name: z.string().min(1),
  arguments: z.string(),
  output: z.string().nullable(),
  error: z.null(),
  approval_request_id: z.null(),
  status,
});

const itemSchema = z.discriminatedUnion("type", [messageSchema, functionCallSchema, mcpCallSchema]);

const functionToolSchema = z.object({
  type: z.literal("function"),
  name: z.string().min(1),
  description: z.string().nullable(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullable(),
});

const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count }),
  output_tokens_details: z.object({ reasoning_tokens: count }),
});

/** A response, finished or not. */
export const responseSchema = z.object({
  id: z.string().min(1),
  object: z.literal("response"),
  created_at: count,
  completed_at: count.nullable(),
  status: z.string(),
  incomplete_details: z.object({ reason: z.string() }).nullable(),
  model: z.string(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  output: z.array(itemSchema),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  tools: z.array(functionToolSchema),
  tool_choice: z.union([
    z.enum(["none", "auto", "required"]),
    z.object({ type: z.literal("function"), name: z.string().optional() }),
  ]),
  truncation: z.enum(["auto", "disabled"]),
  parallel_tool_calls: z.boolean(),
  text: z.object({ format: z.object({ type: z.enum(["text", "json_object", "json_schema"]) }) }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: count,
  temperature: z.number(),
  reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }).nullable(),
  usage: usageSchema.nullable(),
  max_output_tokens: count.nullable(),
  max_tool_calls: count.nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});

/** A response that keeps to the schema. */
export type OpenResponse = z.output<typeof responseSchema>;

const numbered = { sequence_number: count };
const ofItem = { ...numbered, item_id: z.string().min(1), output_index: count };
const ofPart = { ...ofItem, content_index: count };
const logprobs = z.array(z.unknown()).optional();

const eventOf = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });

/** Every event of the strict dialect. */
export const eventSchema = z.discriminatedUnion("type", [
  eventOf("response.created", { ...numbered, response: responseSchema }),
  eventOf("response.in_progress", { ...numbered, response: responseSchema }),
  eventOf("response.completed", { ...numbered, response: responseSchema }),
  eventOf("response.failed", { ...numbered, response: responseSchema }),
  eventOf("response.incomplete", { ...numbered, response: responseSchema }),
  eventOf("response.output_item.added", { ...numbered, output_index: count, item: itemSchema }),
  eventOf("response.output_item.done", { ...numbered, output_index: count, item: itemSchema }),
  eventOf("response.content_part.added", { ...ofPart, part: outputTextSchema }),
  eventOf("response.content_part.done", { ...ofPart, part: outputTextSchema }),
  eventOf("response.output_text.delta", { ...ofPart, delta: z.string(), logprobs }),
  eventOf("response.output_text.done", { ...ofPart, text: z.string(), logprobs }),
  eventOf("response.function_call_arguments.delta", { ...ofItem, delta: z.string() }),
  eventOf("response.function_call_arguments.done", { ...ofItem, arguments: z.string() }),
  eventOf("response.mcp_call.in_progress", ofItem),
  eventOf("response.mcp_call_arguments.delta", { ...ofItem, delta: z.string() }),
  eventOf("response.mcp_call_arguments.done", { ...ofItem, arguments: z.string() }),
  eventOf("response.mcp_call.completed", ofItem),
  eventOf("error", {
    ...numbered,
    error: z.object({
      type: z.string(),
      code: z.string().nullable(),
      message: z.string(),
      param: z.string().nullable(),
    }),
  }),
]);

/** An event that keeps to the schema. */
export type OpenEvent = z.output<typeof eventSchema>;
