import type { ServiceRequest } from "./exchange.ts";

/** Headers of a reply that a page may read. */
const SHOWN =
  "content-disposition, conviction-idempotency, conviction-response-id, etag, mcp-session-id, retry-after, " +
  "www-authenticate, x-request-id";

/** What lets a page of an allowed origin read a reply; empty for any other request. */
export function corsHeaders({ headers }: ServiceRequest, origins: readonly string[]): Readonly<Record<string, string>> {
  if (origins.length === 0) return {};
  const origin = headers.get("origin");
  const varies = { vary: "origin" };
  if (origin === null || !origins.includes(origin)) return varies;
  return { ...varies, "access-control-allow-origin": origin, "access-control-expose-headers": SHOWN };
}

/** Headers of the answer to a browser of an allowed origin that asks first: clients set headers of their own. */
export function preflight(
  request: ServiceRequest,
  origins: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const { method, headers } = request;
  const isAsked = method === "OPTIONS" && headers.has("access-control-request-method") &&
    origins.includes(headers.get("origin") ?? "");
  if (!isAsked) return undefined;
  return {
    "access-control-allow-methods": "GET, HEAD, POST, DELETE",
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "authorization",
    "access-control-max-age": "600", // seconds
    ...(headers.has("access-control-request-private-network") && { "access-control-allow-private-network": "true" }),
  };
}
