import type { OutputItem } from "../protocol/item.ts";
import type { ResponseMetadata, ResponseObject } from "../protocol/response.ts";
import type { Dialect } from "../protocol/route.ts";
import type { Echo } from "./echo.ts";

/** The constant part of a response. */
export interface ResponseIdentity {
  readonly responseId: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** Whether it outlives its connection. Default: false. */
  readonly background?: boolean;
  /** How it is written. Default: as the specification has it. */
  readonly dialect?: Dialect;
  /** What it repeats of its request. Default: nothing. */
  readonly echo?: Echo;
  /** Whether it is kept for later requests. Default: false. */
  readonly store?: boolean;
}

/** The progress of a response. */
export interface ResponseProgress {
  readonly status: "in_progress" | "completed";
  /** Unix time in seconds; absent while in progress. */
  readonly completedAt?: number;
  readonly output: readonly OutputItem[];
  readonly metadata: ResponseMetadata;
}

/** This service counts no tokens, but clients of the Responses API require the keys. */
const NO_USAGE = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

/** Settings of a language model, which the Responses API requires in every response. */
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

/** Makes the full response object of the Responses API, with our metadata. */
export function responseObject(identity: ResponseIdentity, progress: ResponseProgress): ResponseObject {
  const { status, completedAt, output, metadata } = progress;
  const { background = false, store = false, dialect, echo } = identity;
  const response = {
    id: identity.responseId,
    object: "response",
    created_at: identity.createdAt,
    completed_at: completedAt ?? null,
    status,
    model: identity.model,
    output: [...output],
    error: null, // the Responses API requires the key; our type has undefined
    usage: status === "completed" ? NO_USAGE : null,
    metadata: dialect === "responses"
      ? asTexts({ ...echo?.metadata, ...metadata })
      : { ...echo?.metadata, ...metadata },
    background,
    store,
    ...SETTINGS,
    ...echo?.settings,
  };
  return { ...response, error: response.error as unknown as undefined };
}

/** Clients of the Responses API expect texts in the metadata: anything else becomes JSON text. */
function asTexts(metadata: object): ResponseMetadata {
  const entries = Object.entries(metadata);
  return Object.fromEntries(entries.map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]));
}
