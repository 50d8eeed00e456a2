import { DEFAULT_MODEL, type ROUTES } from "../../protocol/route.ts";
import type { OperationDoc } from "./operation_doc.ts";
import { type RefusalCode, SHARED } from "./refusals.ts";

const json = (...schemas: string[]) => ({ "application/json": schemas });
const STREAM = { "text/event-stream": ["StreamEvent", "ResponsesStreamEvent"] };
const FILE_HEADERS = ["etag", "content-disposition", "accept-ranges"];
const ON_RESPONSE: readonly RefusalCode[] = [...SHARED.keyed, "not_found", "response_expired"];

/** Every operation of the table of routes; one that is missing here does not compile. */
export const OPERATIONS: Readonly<Record<keyof typeof ROUTES, OperationDoc>> = {
  createResponse: {
    summary: "Ask a question, and get the answer whole or as a stream",
    description: "With `stream: true` the reply is a stream: each event is a line `data:` with its JSON and a blank " +
      "line, and the last is `data: [DONE]`. A failure after its beginning is an event `error`. With `background: " +
      "true` the answer outlives its connection, and can be resumed with the operation getResponse.",
    key: "always",
    parameters: ["Idempotency-Key", "conviction-extensions", "traceparent"],
    body: {
      schema: "ResponseRequest",
      examples: {
        question: { summary: "A question", value: { model: DEFAULT_MODEL, input: "Analyse AAPL" } },
        stream: { summary: "The same as a stream", value: { input: "Analyse AAPL", stream: true } },
        conversation: {
          summary: "A second question, with the first before it",
          value: {
            input: [{ role: "user", content: "Analyse AAPL" }, { role: "user", content: "And its drawdown?" }],
            metadata: { as_of: "2025-03-31", my_own: "kept" },
          },
        },
        background: {
          summary: "A stream that can be resumed",
          value: { input: "Analyse AAPL", stream: true, background: true },
        },
        json: {
          summary: "The thesis as JSON",
          value: { input: "Analyse AAPL", text: { format: { type: "json_object" } } },
        },
      },
    },
    replies: {
      200: {
        description: "The response, or its events.",
        content: { ...json("Response"), ...STREAM },
        headers: ["conviction-response-id"],
        links: ["getResponse", "listInputItems", "deleteResponse", "cancelResponse", "downloadFile", "linkFile"],
      },
    },
    refusals: [
      ...SHARED.keyed,
      ...SHARED.asking,
      "unsupported_input",
      "unsupported_format",
      "unsupported_tool_choice",
      "unsupported_conversation",
      "previous_response_not_found",
      "idempotency_key_in_use",
      "response_expired",
    ],
  },
  getResponse: {
    summary: "Read a kept response, or resume the stream of one in the background",
    key: "always",
    parameters: ["response_id", "stream", "starting_after"],
    replies: {
      200: {
        description: "The response as it is now, or its events after `starting_after`.",
        content: { ...json("Response"), ...STREAM },
        headers: ["conviction-response-id"],
      },
    },
    refusals: [...ON_RESPONSE, "invalid_request", "events_not_kept"],
  },
  deleteResponse: {
    summary: "Delete a kept response",
    description: "A response in the background that has not ended is cancelled first.",
    key: "always",
    parameters: ["response_id"],
    replies: { 200: { description: "It is deleted.", content: json("DeletedResponse") } },
    refusals: ON_RESPONSE,
  },
  listInputItems: {
    summary: "List what a kept response was asked",
    key: "always",
    parameters: ["response_id", "order", "after", "limit"],
    replies: { 200: { description: "Items of the input.", content: json("InputItems") } },
    refusals: [...ON_RESPONSE, "invalid_request", "response_not_completed"],
  },
  cancelResponse: {
    summary: "End a response in the background",
    key: "always",
    parameters: ["response_id"],
    replies: { 200: { description: "The response, which has ended.", content: json("Response") } },
    refusals: ON_RESPONSE,
  },
  reason: {
    summary: "Ask a question, and get its thesis",
    key: "always",
    parameters: ["Idempotency-Key", "traceparent"],
    body: {
      schema: "ReasoningRequest",
      examples: {
        thesis: { summary: "A question", value: { input: "Analyse AAPL" } },
        whole: {
          summary: "With files and verification, as of a day",
          value: { input: "Analyse AAPL", include: ["files", "verification"], metadata: { as_of: "2025-03-31" } },
        },
      },
    },
    replies: { 200: { description: "Thesis, drivers and risks.", content: json("ReasoningResult") } },
    refusals: [...SHARED.keyed, ...SHARED.asking, "unsupported_input"],
  },
  downloadFile: {
    summary: "Download a file of an answer",
    description: "`/v1/files/{file_id}/content` is the same.",
    key: "link",
    parameters: ["file_id", "Range", "If-None-Match", "If-Range", "owner", "expires"],
    replies: {
      200: { description: "The file.", content: { "*/*": ["binary"] }, headers: FILE_HEADERS },
      206: {
        description: "A range of it.",
        content: { "*/*": ["binary"] },
        headers: [...FILE_HEADERS, "content-range"],
      },
      304: { description: "The caller has it.", headers: FILE_HEADERS },
    },
    refusals: [...SHARED.keyed, "not_found", "file_expired", "range_not_satisfiable", "invalid_link"],
  },
  linkFile: {
    summary: "Get an address that opens a file without a key for ten minutes",
    key: "always",
    parameters: ["file_id"],
    replies: { 200: { description: "The address.", content: json("FileLink") } },
    refusals: [...SHARED.keyed, "not_found"],
  },
  listModels: {
    summary: "List the models",
    key: "always",
    replies: { 200: { description: "The models, the default first.", content: json("Models") } },
    refusals: SHARED.keyed,
  },
  getModel: {
    summary: "Read what a model is, with the JSON Schema of its reasoning result",
    key: "always",
    parameters: ["model"],
    replies: { 200: { description: "The model.", content: json("ModelDetails") } },
    refusals: [...SHARED.keyed, "model_not_found"],
  },
  getLimits: {
    summary: "Read how much the service accepts and keeps",
    key: "always",
    replies: { 200: { description: "The limits.", content: json("Limits") } },
    refusals: SHARED.keyed,
  },
  getHealth: {
    summary: "Ask whether the service answers and can keep its answers; with a key, what it works with",
    key: "maybe",
    replies: { 200: { description: "It does.", content: json("Health") } },
    refusals: SHARED.keyed,
  },
  getMetrics: {
    summary: "Read counters in the text format of Prometheus",
    key: "always",
    replies: { 200: { description: "The counters.", content: { "text/plain": ["text"] } } },
    refusals: SHARED.keyed,
  },
  listPaths: {
    summary: "List the paths; for a browser, the page of the service",
    key: "never",
    replies: { 200: { description: "The paths.", content: { ...json("Paths"), "text/html": ["text"] } } },
    refusals: SHARED.open,
  },
  describe: {
    summary: "Read this document",
    key: "never",
    replies: { 200: { description: "A document of OpenAPI 3.1.", content: json("Description") } },
    refusals: SHARED.open,
  },
};
