import { z } from "zod";
import { lenient, listOf } from "./lenient.ts";

/** One part of a message: `output_text` has a `text`, other types have fields of their own. */
export interface ContentPart {
  /** Like `output_text`. */
  readonly type: string;
  /** The text, where it has one. */
  readonly text?: string | undefined;
  /** Why there is no text, in a part of type `refusal`. */
  readonly refusal?: string | undefined;
}

/** A message of the answer. */
export interface MessageItem {
  /** Kind of item. */
  readonly type: "message";
  /** Identifier, where the service gave one. */
  readonly id?: string | undefined;
  /** Role of the author, like `assistant`. */
  readonly role?: string | undefined;
  /** Status, like `completed`. */
  readonly status?: string | undefined;
  /** Its parts, in order. */
  readonly content: readonly ContentPart[];
}

/** A tool the agent calls (specification section 2.3). */
export interface FunctionCallItem {
  /** Kind of item. */
  readonly type: "function_call";
  /** Identifier, where the service gave one. */
  readonly id?: string | undefined;
  /** Ties the call to its result. */
  readonly call_id: string;
  /** Tool name. */
  readonly name: string;
  /** The arguments as JSON text; empty until they arrive. */
  readonly arguments: string;
  /** Status, like `completed`. */
  readonly status?: string | undefined;
}

/** The result of a tool call (specification section 2.3). */
export interface FunctionCallOutputItem {
  /** Kind of item. */
  readonly type: "function_call_output";
  /** Identifier, where the service gave one. */
  readonly id?: string | undefined;
  /** The call this is the result of. */
  readonly call_id: string;
  /** Tool result; ours is JSON text. */
  readonly output: unknown;
}

/** A tool that a service runs itself: call and result in one item, as clients of the Responses style expect it. */
export interface McpCallItem extends Pick<FunctionCallItem, "name" | "arguments" | "status"> {
  /** Kind of item. */
  readonly type: "mcp_call";
  /** Identifier. */
  readonly id: string;
  /** Which server has the tool; `conviction` for our service. */
  readonly server_label?: string | undefined;
  /** Tool result; ours is JSON text. Absent or `null` until the call has ended. */
  readonly output?: unknown;
  /** Why the tool failed; absent or `null` when it did not. */
  readonly error?: unknown;
}

/** An item of an unknown type, unchanged. */
export interface UnknownItem {
  /** Kind of item. */
  readonly type: "unknown";
  /** The JSON value. */
  readonly wire: unknown;
}

/** One item of a response. */
export type OutputItem = MessageItem | FunctionCallItem | FunctionCallOutputItem | McpCallItem | UnknownItem;

/** Reads a part of a message. */
export const contentPartSchema = z.looseObject({
  type: z.string(),
  text: lenient(z.string()),
  refusal: lenient(z.string()),
}) satisfies z.ZodType<ContentPart>;

const messageItemSchema = z.looseObject({
  type: z.literal("message"),
  id: lenient(z.string()),
  role: lenient(z.string()),
  status: lenient(z.string()),
  content: listOf(contentPartSchema),
}) satisfies z.ZodType<MessageItem>;

const functionCallItemSchema = z.looseObject({
  type: z.literal("function_call"),
  id: lenient(z.string()),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string().nullish().transform((text) => text ?? ""),
  status: lenient(z.string()),
}) satisfies z.ZodType<FunctionCallItem>;

const functionCallOutputItemSchema = z.looseObject({
  type: z.literal("function_call_output"),
  id: lenient(z.string()),
  call_id: z.string(),
  output: z.unknown(),
}) satisfies z.ZodType<FunctionCallOutputItem>;

const mcpCallItemSchema = z.looseObject({
  type: z.literal("mcp_call"),
  id: z.string(),
  server_label: lenient(z.string()),
  name: z.string(),
  arguments: z.string().nullish().transform((text) => text ?? ""),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  status: lenient(z.string()),
}) satisfies z.ZodType<McpCallItem>;

/** Reads an item whose type is known. */
export const knownItemSchema = z.discriminatedUnion("type", [
  messageItemSchema,
  functionCallItemSchema,
  functionCallOutputItemSchema,
  mcpCallItemSchema,
]);

/** Never fails: any other value becomes an {@linkcode UnknownItem}. */
export const outputItemSchema = z.unknown().transform((wire): OutputItem => {
  const known = knownItemSchema.safeParse(wire);
  return known.success ? known.data : { type: "unknown", wire };
}) satisfies z.ZodType<OutputItem>;
