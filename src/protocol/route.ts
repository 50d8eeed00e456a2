import { ProtocolError } from "./errors.ts";

/** Method and path of one operation. */
export interface Route {
  /** HTTP method. */
  readonly method: "GET" | "POST";
  /** Path below the service's address; `{file_id}` stands for an identifier. */
  readonly path: string;
}

/** Every operation of the service (specification section 4), one table for client and service. */
export const ROUTES = {
  /** Specification: not shown; the path of the Responses style. */
  createResponse: { method: "POST", path: "/v1/responses" },
  reason: { method: "POST", path: "/api/v1/agent/reasoning" },
  downloadFile: { method: "GET", path: "/v1/files/{file_id}" },
} as const satisfies Readonly<Record<string, Route>>;

/** Header that leaves out our own events when its value is `off`. */
export const EXTENSIONS_HEADER = "conviction-extensions";

/** Request header that makes a repeated POST the same request. */
export const IDEMPOTENCY_HEADER = "idempotency-key";

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
  if (fileId === "." || fileId === "..") throw new ProtocolError(`Cannot get file ${fileId}: that is no identifier`);
  return ROUTES.downloadFile.path.replace("{file_id}", encodeURIComponent(fileId));
}
