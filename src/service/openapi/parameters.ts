import type { ROUTES } from "../../protocol/route.ts";
import type { Json } from "./event_schemas.ts";

const TEXT: Json = { type: "string" };
const NUMBER: Json = { type: "integer", minimum: 0 };

function inPath(name: string, schema: Json, more: Json = {}): Json {
  return { name, in: "path", required: true, schema, ...more };
}

function inQuery(name: string, schema: Json, description: string): Json {
  return { name, in: "query", schema, description };
}

function inHeader(name: string, schema: Json, description: string): Json {
  return { name, in: "header", schema, description };
}

/** Parameters by name. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  response_id: inPath("response_id", { type: "string", pattern: "^resp_[0-9a-f-]{32,36}$" }, {
    example: "resp_00000000000000000000000000000000",
  }),
  file_id: inPath("file_id", { type: "string", pattern: "^file_[0-9a-f-]{32,36}$" }, {
    example: "file_00000000000000000000000000000000",
  }),
  model: inPath("model", TEXT, { example: "conviction-smart" }),
  stream: inQuery("stream", { type: "boolean", default: false }, "Whether to send the events."),
  starting_after: inQuery("starting_after", NUMBER, "With `stream=true`: the last event that the caller has."),
  order: inQuery("order", { enum: ["asc", "desc"], default: "desc" }, "The newest first, or the oldest."),
  after: inQuery("after", TEXT, "Identifier of the item to begin behind."),
  limit: inQuery("limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }, "Most items to list."),
  owner: inQuery("owner", TEXT, "Part of a link."),
  expires: inQuery("expires", NUMBER, "Part of a link: Unix time in seconds."),
  "Idempotency-Key": inHeader(
    "Idempotency-Key",
    { type: "string", pattern: "^[!-~]{1,255}$" },
    "Requests with one key and body run once, and all get the same reply.",
  ),
  "conviction-extensions": inHeader(
    "conviction-extensions",
    { enum: ["on", "off"], default: "on" },
    "`off` leaves out the events `verification.*` and `response.code_execution.*`.",
  ),
  traceparent: inHeader(
    "traceparent",
    TEXT,
    "The caller's span (W3C Trace Context), where the service records traces.",
  ),
  Range: inHeader("Range", TEXT, "One range of bytes, like `bytes=0-99`."),
  "If-None-Match": inHeader("If-None-Match", TEXT, "An `ETag` that the caller has."),
  "If-Range": inHeader("If-Range", TEXT, "Ignores `Range` unless the file has this `ETag`."),
};

/** Headers of replies by name. */
export const HEADERS: Readonly<Record<string, Json>> = {
  "x-request-id": { description: "Identifier of the request, for error reports.", schema: TEXT },
  "conviction-idempotency": {
    description: "`honoured`: requests with one `Idempotency-Key` run once.",
    schema: { const: "honoured" },
  },
  "conviction-response-id": { description: "Identifier of a response in the background.", schema: TEXT },
  "retry-after": { description: "Seconds to wait before the next attempt.", schema: NUMBER },
  "www-authenticate": { description: "`Bearer`, where no accepted key was sent.", schema: TEXT },
  etag: { description: "SHA-256 of the file, quoted.", schema: TEXT },
  "content-disposition": { description: "The name of the file.", schema: TEXT },
  "accept-ranges": { description: "`bytes`.", schema: TEXT },
  "content-range": { description: "Which bytes of the file these are.", schema: TEXT },
};

/** What an answer leads to: the parameters of an operation, by expression on the body of the answer. */
export const LINKS: Readonly<Partial<Record<keyof typeof ROUTES, Json>>> = {
  ...ofResponse("getResponse", "listInputItems", "deleteResponse", "cancelResponse"),
  ...ofFile("downloadFile", "linkFile"),
};

function ofResponse(...operations: readonly (keyof typeof ROUTES)[]) {
  return linksTo(operations, { response_id: "$response.body#/id" });
}

function ofFile(...operations: readonly (keyof typeof ROUTES)[]) {
  return linksTo(operations, { file_id: "$response.body#/metadata/files/0/file_id" });
}

function linksTo(operations: readonly (keyof typeof ROUTES)[], parameters: Json) {
  return Object.fromEntries(operations.map((operationId) => [operationId, { operationId, parameters }]));
}
