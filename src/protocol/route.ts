import { ProtocolError } from "./errors.ts";

/** Method and path of one operation. */
export interface Route {
  /** HTTP method. */
  readonly method: "GET" | "POST";
  /** Path below the service's address; a name in braces is a placeholder for an identifier. */
  readonly path: string;
}

/** Every operation of the service (specification section 4), one table for client and service. */
export const ROUTES = {
  /** Specification: not shown; the path of the Responses style. */
  createResponse: { method: "POST", path: "/v1/responses" },
  /** Specification: not shown. `?stream=true&starting_after=N` resumes after event N. */
  getResponse: { method: "GET", path: "/v1/responses/{response_id}" },
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
  /** Specification: not shown; lists these operations, for a person or a health check, and needs no key. */
  listPaths: { method: "GET", path: "/" },
} as const satisfies Readonly<Record<string, Route>>;

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
