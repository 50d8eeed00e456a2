import { createServer, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Certificate } from "./certificate.ts";
import type { ListenLimits } from "./limits.ts";
import { MAX_HEADERS } from "./node_request.ts";

/**
 * Creates the server. It is that of `node:http`, because `Deno.serve` (2.9) has no timeouts for headers, bodies and
 * idle clients: replace this file by a call of `Deno.serve` once it has.
 */
export function createDoorServer(limits: ListenLimits, certificate: Certificate | undefined): Server {
  const options: ServerOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.maxHeaderBytes,
  };
  const tls = { minVersion: "TLSv1.2", handshakeTimeout: limits.headersMs } as const;
  const server = certificate === undefined
    ? createServer(options)
    : createTlsServer({ ...options, ...tls, ...certificate });
  server.maxHeadersCount = MAX_HEADERS + 1; // one more than accepted, so that a longer list is refused and not cut
  return server;
}
