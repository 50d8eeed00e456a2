import { z } from "zod";
import { optional } from "./lenient.ts";
import { type RequestMetadata, requestMetadataSchema } from "./reasoning.ts";

/** One item of a request whose input is a list: a message, or any other item of the Responses style. */
export interface InputItem {
  /** Kind of item; one with a role and without a type is a message. */
  readonly type?: string | undefined;
  /** Role of the author of a message, like `user`. */
  readonly role?: string | undefined;
  /** A message's text, or its parts. */
  readonly content?: unknown;
}

/** A tool that the caller offers. */
export interface OfferedTool {
  /** Kind of tool, like `function`. */
  readonly type: string;
}

/** The form of the answer's text. */
export interface TextFormat {
  /** `text`, `json_object`, or `json_schema` with a `schema` that the reasoning result has. */
  readonly type: string;
  /** The JSON Schema of `json_schema`. */
  readonly schema?: unknown;
}

/** Settings of a language model: echoed, without an effect on the answer. */
export interface ModelSettings {
  /** Longest answer in tokens. */
  readonly max_output_tokens?: number | undefined;
  /** Most calls of tools. */
  readonly max_tool_calls?: number | undefined;
  /** Randomness. */
  readonly temperature?: number | undefined;
  /** Share of the likeliest tokens. */
  readonly top_p?: number | undefined;
  /** Number of likely tokens to name. */
  readonly top_logprobs?: number | undefined;
  /** Penalty of repeated tokens. */
  readonly frequency_penalty?: number | undefined;
  /** Penalty of tokens that occurred. */
  readonly presence_penalty?: number | undefined;
  /** Whether several tools may run at once. */
  readonly parallel_tool_calls?: boolean | undefined;
  /** How much to reason. */
  readonly reasoning?: object | undefined;
  /** What to do with a conversation that is too long. */
  readonly truncation?: string | undefined;
  /** Class of service. */
  readonly service_tier?: string | undefined;
  /** The caller's name of its user. */
  readonly user?: string | undefined;
  /** The same, for abuse reports. */
  readonly safety_identifier?: string | undefined;
  /** Which requests share a cache. */
  readonly prompt_cache_key?: string | undefined;
  /** Further parts of the answer. */
  readonly include?: readonly string[] | undefined;
}

/** Body of create response (specification section 4.1). */
export interface ResponseRequest extends ModelSettings {
  /** The natural-language request, or items, of which the last message of the user is the question. */
  readonly input: string | readonly InputItem[];
  /** Model name; the service chooses when absent. */
  readonly model?: string | undefined;
  /** When true, the reply is a stream of events. */
  readonly stream?: boolean | undefined;
  /** When true, the response outlives its connection: a dropped stream can be resumed. */
  readonly background?: boolean | undefined;
  /** The response that this request follows: what was asked there counts as asked before. */
  readonly previous_response_id?: string | undefined;
  /** Whether the response can be read again later. */
  readonly store?: boolean | undefined;
  /** Options of the question, and what the caller wants to have back with the response. */
  readonly metadata?: RequestMetadata | undefined;
  /** What a language model should heed; echoed, and named in a warning because the analyst follows fixed rules. */
  readonly instructions?: string | readonly InputItem[] | undefined;
  /** Tools of the caller; one is called, by clients of the Responses style only, where a question is about no company and fits its name. */
  readonly tools?: readonly OfferedTool[] | undefined;
  /** Which of them to call: `auto` and `none` only, or the service refuses. */
  readonly tool_choice?: string | object | undefined;
  /** Form of the text. */
  readonly text?: {
    /** The default is `text`. */
    readonly format?: TextFormat | undefined;
  } | undefined;
  /** Options of the stream. */
  readonly stream_options?: {
    /** `false` omits `verification.*` and `response.code_execution.*`, for strict clients. */
    readonly include_extensions?: boolean | undefined;
  } | undefined;
}

const inputItemSchema = z.looseObject({
  type: optional(z.string()),
  role: optional(z.string()),
  content: z.unknown().optional(),
}) satisfies z.ZodType<InputItem>;

const INPUT_KINDS = "it must be a text, or a list of items, like messages with a role and a content";
const anyObject = z.looseObject({}) as z.ZodType<object>;

const modelSettings = {
  max_output_tokens: optional(z.number()),
  max_tool_calls: optional(z.number()),
  temperature: optional(z.number()),
  top_p: optional(z.number()),
  top_logprobs: optional(z.number()),
  frequency_penalty: optional(z.number()),
  presence_penalty: optional(z.number()),
  parallel_tool_calls: optional(z.boolean()),
  reasoning: optional(anyObject),
  truncation: optional(z.string()),
  service_tier: optional(z.string()),
  user: optional(z.string()),
  safety_identifier: optional(z.string()),
  prompt_cache_key: optional(z.string()),
  include: optional(z.array(z.string())),
};

/** Reads a {@linkcode ResponseRequest}; `null` reads as absent wherever a field is optional. */
export const responseRequestSchema = z.looseObject({
  input: z.union([z.string().min(1), z.array(inputItemSchema).min(1)], INPUT_KINDS),
  model: optional(z.string()),
  stream: optional(z.boolean()),
  background: optional(z.boolean()),
  previous_response_id: optional(z.string()),
  store: optional(z.boolean()),
  metadata: optional(requestMetadataSchema),
  instructions: optional(z.union([z.string(), z.array(inputItemSchema)])),
  tools: optional(z.array(z.looseObject({ type: z.string() }))),
  tool_choice: optional(z.union([z.string(), anyObject])),
  text: optional(z.looseObject({
    format: optional(z.looseObject({ type: z.string(), schema: z.unknown().optional() })),
  })),
  stream_options: optional(z.looseObject({ include_extensions: optional(z.boolean()) })),
  ...modelSettings,
}) satisfies z.ZodType<ResponseRequest>;
