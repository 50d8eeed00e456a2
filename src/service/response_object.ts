import type { OutputItem } from "../protocol/item.ts";
import type { ResponseMetadata, ResponseObject } from "../protocol/response.ts";

/** What every state of one response has in common. */
export interface ResponseIdentity {
  readonly responseId: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** Whether it outlives its connection; default false. */
  readonly background?: boolean;
}

/** What a response has come to. */
export interface ResponseProgress {
  readonly status: "in_progress" | "completed";
  /** Unix time in seconds; absent until then. */
  readonly completedAt?: number;
  readonly output: readonly OutputItem[];
  readonly metadata: ResponseMetadata;
}

/** Tokens are not what this service counts; clients of the Responses style want the keys. */
const NO_USAGE = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

/** Settings of a language model, which the Responses style asks every response for. */
const SETTINGS = {
  frequency_penalty: 0,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  parallel_tool_calls: false,
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: null,
  safety_identifier: null,
  service_tier: "default",
  temperature: 0,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
};

/** The full response object of the Responses style, with our metadata. */
export function responseObject(identity: ResponseIdentity, progress: ResponseProgress): ResponseObject {
  const { status, completedAt, output, metadata } = progress;
  const { background = false } = identity;
  const response = {
    id: identity.responseId,
    object: "response",
    created_at: identity.createdAt,
    completed_at: completedAt ?? null,
    status,
    model: identity.model,
    output: [...output],
    error: null, // the style wants the key; our interface reads null as absent
    usage: status === "completed" ? NO_USAGE : null,
    metadata,
    background,
    store: background,
    ...SETTINGS,
  };
  return { ...response, error: response.error as unknown as undefined };
}
