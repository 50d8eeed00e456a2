import { ProtocolError } from "./errors.ts";

/** Method and path of one operation. */
export interface Route {
  /** HTTP method. */
  readonly method: "GET" | "POST";
  /** Path below the service's address; a name in braces stands for an identifier. */
  readonly path: string;
}

/** Every operation of the service (specification section 4), one table for client and service. */
export const ROUTES = {
  /** Specification: not shown; the path of the Responses style. */
  createResponse: { method: "POST", path: "/v1/responses" },
  /** Specification: not shown. `?stream=true&starting_after=N` goes on with the event after number N. */
  getResponse: { method: "GET", path: "/v1/responses/{response_id}" },
  /** Specification: not shown; ends a background response. */
  cancelResponse: { method: "POST", path: "/v1/responses/{response_id}/cancel" },
  /** Specification: not shown; what the service takes on and keeps. */
  getLimits: { method: "GET", path: "/v1/limits" },
  reason: { method: "POST", path: "/api/v1/agent/reasoning" },
  downloadFile: { method: "GET", path: "/v1/files/{file_id}" },
} as const satisfies Readonly<Record<string, Route>>;

/** Header that leaves out our own events when its value is `off`. */
export const EXTENSIONS_HEADER = "conviction-extensions";

/** Request header that makes a repeated POST the same request. */
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** Reply header whose value `honoured` says that a repeated POST of one key runs once. */
export const IDEMPOTENCY_HONOURED_HEADER = "conviction-idempotency";

/** Reply header that names a background response, so that it can be gone on with even before its first event. */
export const RESPONSE_ID_HEADER = "conviction-response-id";

/** Reply header that names a request, for error reports. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Model name of the embedded service. */
export const DEFAULT_MODEL = "conviction-smart";

/**
 * The path a file is downloaded from.
 *
 * @param fileId Identifier of a file reference; it is encoded.
 * @throws {ProtocolError} when it is `.` or `..`, which no encoding keeps a URL from folding.
 */
export function filePath(fileId: string): string {
  return ROUTES.downloadFile.path.replace("{file_id}", () => segmentOf(fileId));
}

/**
 * The path of one response.
 *
 * @param route The operation on it.
 * @param responseId Identifier of the response; it is encoded.
 * @throws {ProtocolError} when it is `.` or `..`, which no encoding keeps a URL from folding.
 */
export function responsePath(route: "getResponse" | "cancelResponse", responseId: string): string {
  return ROUTES[route].path.replace("{response_id}", () => segmentOf(responseId));
}

function segmentOf(id: string): string {
  if (id === "." || id === "..") throw new ProtocolError(`Cannot ask for ${id}: that is no identifier`);
  return encodeURIComponent(id);
}
