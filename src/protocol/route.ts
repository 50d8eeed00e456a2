import { ProtocolError } from "./errors.ts";

/** Method and path of one operation. */
export interface Route {
  /** HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** Path below the service's address; a name in braces is a placeholder for an identifier. */
  readonly path: string;
}

/** Every operation of the service (specification section 4), one table for client and service. */
export const ROUTES = {
  /** Specification: not shown; the path of the Responses style. */
  createResponse: { method: "POST", path: "/v1/responses" },
  /** Specification: not shown. `?stream=true&starting_after=N` resumes after event N. */
  getResponse: { method: "GET", path: "/v1/responses/{response_id}" },
  /** Specification: not shown; deletes a kept response. */
  deleteResponse: { method: "DELETE", path: "/v1/responses/{response_id}" },
  /** Specification: not shown; the items of its request's input, `?order=asc|desc&after=ID&limit=N`. */
  listInputItems: { method: "GET", path: "/v1/responses/{response_id}/input_items" },
  /** Specification: not shown; ends a background response. */
  cancelResponse: { method: "POST", path: "/v1/responses/{response_id}/cancel" },
  /** Specification: not shown; how much the service accepts and keeps. */
  getLimits: { method: "GET", path: "/v1/limits" },
  /** Specification: not shown; whether the service answers, without a key; with one, what it works with. */
  getHealth: { method: "GET", path: "/healthz" },
  /** Specification: not shown; counters in the text format of Prometheus. */
  getMetrics: { method: "GET", path: "/metrics" },
  reason: { method: "POST", path: "/api/v1/agent/reasoning" },
  downloadFile: { method: "GET", path: "/v1/files/{file_id}" },
  /** Specification: not shown; an address that opens one file without a key for ten minutes. */
  linkFile: { method: "POST", path: "/v1/files/{file_id}/link" },
  /** Specification: not shown; the models of the service, as clients of the Responses style list them. */
  listModels: { method: "GET", path: "/v1/models" },
  /** Specification: not shown; one of them, with the JSON Schema of its reasoning result. */
  getModel: { method: "GET", path: "/v1/models/{model}" },
  /** Specification: not shown; lists these operations, for a person or a health check, and needs no key. */
  listPaths: { method: "GET", path: "/" },
  /** Specification: not shown; all of this as a description of OpenAPI 3.1, and needs no key. */
  describe: { method: "GET", path: "/openapi.json" },
} as const satisfies Readonly<Record<string, Route>>;

/**
 * Two ways to write one answer: as the specification has it, or as clients of the Responses style expect it. In the
 * second a tool that the service runs is an `mcp_call` item, because those clients take a `function_call` for a request
 * to run a tool of theirs, and no event has a type of ours.
 */
export type Dialect = "specification" | "responses";

/** What stands before `/v1` in the paths of the dialect `responses`; the operations below it are the same. */
export const RESPONSES_PREFIX = "/openai";

/** The base URL of the dialect `responses`, below the service's address. */
export const RESPONSES_BASE = `${RESPONSES_PREFIX}/v1`;

/** A path without its dialect. */
export interface DialectPath {
  readonly dialect: Dialect;
  /** The path as it is in {@linkcode ROUTES}. */
  readonly path: string;
}

/** Reads which dialect a path asks for. */
export function dialectPathOf(pathname: string): DialectPath {
  return pathname.startsWith(`${RESPONSES_BASE}/`)
    ? { dialect: "responses", path: pathname.slice(RESPONSES_PREFIX.length) }
    : { dialect: "specification", path: pathname };
}

/** Header that omits our own events when its value is `off`. */
export const EXTENSIONS_HEADER = "conviction-extensions";

/** Request header that identifies repeats of one POST. */
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** Reply header; `honoured` promises that repeated POSTs with one key run once. */
export const IDEMPOTENCY_HONOURED_HEADER = "conviction-idempotency";

/** Reply header that names a background response, so that a client can resume it before its first event. */
export const RESPONSE_ID_HEADER = "conviction-response-id";

/** Reply header that names a request, for error reports. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Model name of the embedded service. */
export const DEFAULT_MODEL = "conviction-smart";

/**
 * The path a file is downloaded from.
 *
 * @param fileId Identifier of a file reference; it is encoded.
 * @throws {ProtocolError} when it is empty, `.` or `..`, which a URL resolves even when they are encoded.
 */
export function filePath(fileId: string): string {
  if (fileId === "") throw new ProtocolError("Cannot get file: its reference has no file_id that can be used");
  return ROUTES.downloadFile.path.replace("{file_id}", () => segmentOf(fileId));
}

/**
 * The path of one response.
 *
 * @param route The operation on it.
 * @param responseId Identifier of the response; it is encoded.
 * @throws {ProtocolError} when it is `.` or `..`, which a URL resolves even when they are encoded.
 */
export function responsePath(route: "getResponse" | "cancelResponse", responseId: string): string {
  return ROUTES[route].path.replace("{response_id}", () => segmentOf(responseId));
}

function segmentOf(id: string): string {
  if (id === "." || id === "..") throw new ProtocolError(`Cannot request ${id}: invalid identifier`);
  return encodeURIComponent(id);
}
