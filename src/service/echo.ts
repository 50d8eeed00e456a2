import { requestMetadataSchema } from "../protocol/reasoning.ts";
import { responseMetadataSchema } from "../protocol/response.ts";
import { type ResponseRequest, responseRequestSchema } from "../protocol/response_request.ts";

/** What a response repeats of its request. */
export interface Echo {
  /** Fields of the response object. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The caller's own metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What of the request has no effect, one sentence each. */
  readonly warnings: readonly string[];
}

/** Fields of a request that the Responses API has in the response too, as they were sent. */
const ECHOED = ("frequency_penalty instructions max_output_tokens max_tool_calls parallel_tool_calls " +
  "presence_penalty previous_response_id prompt_cache_key safety_identifier temperature tool_choice " +
  "top_logprobs top_p truncation user").split(" ") as (keyof ResponseRequest)[];

/** Fields whose sender expects another answer than without them. */
const EFFECTLESS = ("instructions tools temperature top_p top_logprobs frequency_penalty presence_penalty " +
  "max_output_tokens max_tool_calls reasoning").split(" ") as (keyof ResponseRequest)[];

const RESPONSE_FIELDS: ReadonlySet<string> = new Set(Object.keys(responseRequestSchema.shape));

/** Metadata that the service writes into a response. */
const RESPONSE_NAMES: ReadonlySet<string> = new Set(Object.keys(responseMetadataSchema.shape));

/** What a reader of the request saw beside its fields. */
export interface EchoOptions {
  /** Whether the input tells how to answer, like `instructions`. */
  readonly isInstructed: boolean;
  /** The notice that a part of the input was not read; absent when all was. */
  readonly notice: string | undefined;
  /** Whether tools of the caller may be called. */
  readonly mayCall: boolean;
}

/** What is repeated of a request's metadata. */
export interface MetadataEcho {
  readonly kept: Readonly<Record<string, unknown>>;
  /** What is not, one sentence each. */
  readonly warnings: readonly string[];
}

/** Makes the echo of a request of create response. */
export function echoOf(body: ResponseRequest, { isInstructed, notice, mayCall }: EchoOptions): Echo {
  const { kept, warnings } = ownMetadata(body.metadata ?? {}, RESPONSE_NAMES);
  return {
    settings: settingsOf(body),
    metadata: kept,
    warnings: [
      ...(notice === undefined ? [] : [notice]),
      ...withoutEffect(body, { isInstructed, mayCall }),
      ...warnings,
    ],
  };
}

/** The metadata of a caller that can stand beside ours. */
export function ownMetadata(
  metadata: Readonly<Record<string, unknown>>,
  reserved: ReadonlySet<string>,
): MetadataEcho {
  const entries = Object.entries(metadata);
  const isRead = (name: string) => Object.hasOwn(requestMetadataSchema.shape, name);
  const lost = entries.map(([name]) => name).filter((name) => reserved.has(name) && !isRead(name));
  return {
    kept: Object.fromEntries(entries.filter(([name, value]) => !reserved.has(name) && value !== undefined)),
    warnings: lost.length === 0 ? [] : [`Of the metadata sent, ${lost.join(", ")} is not kept: the service writes it`],
  };
}

function withoutEffect(
  body: ResponseRequest,
  { isInstructed, mayCall }: Omit<EchoOptions, "notice">,
): readonly string[] {
  const fields: string[] = EFFECTLESS.filter((name) => isSaid(body[name]) && !(name === "tools" && mayCall));
  if (isInstructed) fields.unshift("messages of the system or developer");
  return [
    ...(fields.length === 0 ? [] : [
      `Without effect on this answer: ${fields.join(", ")}; the analyst answers from its data, by fixed rules`,
    ]),
    ...notRead(body, RESPONSE_FIELDS),
  ];
}

/** A warning of the fields that no operation knows; none where all are known. */
export function notRead(body: object, known: ReadonlySet<string>): readonly string[] {
  const unknown = Object.entries(body).filter(([name, value]) => !known.has(name) && isSaid(value));
  return unknown.length === 0 ? [] : [`Not known here, and not read: ${unknown.map(([name]) => name).join(", ")}`];
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function settingsOf(body: ResponseRequest): Echo["settings"] {
  const { tools, reasoning, text, service_tier: tier } = body;
  return {
    ...Object.fromEntries(ECHOED.flatMap((name) => body[name] === undefined ? [] : [[name, body[name]]])),
    // Strict clients demand every key of these.
    ...(tools && { tools: tools.map((tool) => tool.type === "function" ? { ...NO_TOOL, ...tool } : tool) }),
    ...(reasoning && { reasoning: { effort: null, summary: null, ...reasoning } }),
    ...(text && { text: { ...text, format: text.format ?? { type: "text" } } }),
    ...(tier !== undefined && tier !== "auto" && { service_tier: tier }), // `auto` is no tier
  };
}

const NO_TOOL = { description: null, parameters: null, strict: null };
