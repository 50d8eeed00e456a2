import type { Clock } from "../pace/clock.ts";
import { sharedTimers } from "../pace/shared_timers.ts";
import { systemClock } from "../pace/system_clock.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { Certificate } from "./certificate.ts";
import { type Answered, Door, type Exchanger } from "./door.ts";
import { type Address, createHostCheck, isLoopback, urlOf } from "./hosts.ts";
import { LISTEN_DEFAULTS, type ListenLimits } from "./limits.ts";
import { createServer, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { MAX_HEADERS } from "./node_request.ts";

/** Options of a listener; each limit has a default in {@linkcode LISTEN_DEFAULTS}. */
export interface ListenOptions {
  /** Default: `127.0.0.1`, which no other machine can reach. */
  readonly hostname?: string | undefined;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether a person set the key; required to serve other machines. */
  readonly hasOwnKey?: boolean;
  /** The address that callers use, where a proxy stands before this one; its host is accepted as `Host`. */
  readonly publicUrl?: URL | undefined;
  /** For TLS, checked by `readCertificate`; plain HTTP when absent. */
  readonly certificate?: Certificate | undefined;
  readonly limits?: Partial<ListenLimits>;
  readonly clock?: Clock;
  /** Called when a request has been answered, or its client has left. */
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
}

/** A listening service. */
export interface Listener {
  /** The address that callers use, like `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Stops accepting requests, waits up to `graceMs` for open ones, then aborts them. */
  close(): Promise<void>;
}

/** A port that could not be opened. */
export class ListenError extends ResearchError {
  override readonly name = "ListenError";
}

/**
 * Serves a service on a port.
 *
 * @throws {ListenError} when the port is in use, or the host is not this machine and no key is set.
 */
export async function listen(service: Exchanger, options: ListenOptions): Promise<Listener> {
  const { hostname = "127.0.0.1", hasOwnKey = false, publicUrl, certificate, onAnswered, clock = systemClock } =
    options;
  if (!isLoopback(hostname) && !hasOwnKey) {
    throw new ListenError(`Cannot listen on ${hostname}: other machines could reach it, and no key is set`);
  }
  const limits = { ...LISTEN_DEFAULTS, ...options.limits };
  const door = new Door({
    server: createDoorServer(limits, certificate),
    service,
    limits,
    clock: sharedTimers(clock),
    onAnswered,
  });
  const port = await opened(door, { hostname, port: options.port });
  const address: Address = { hostname, port, isTls: certificate !== undefined, publicUrl };
  door.admit(createHostCheck(address));
  return { url: urlOf(address), close: () => door.close() };
}

async function opened(door: Door, place: { readonly hostname: string; readonly port: number }): Promise<number> {
  try {
    return await door.open(place);
  } catch (cause) {
    const { hostname, port } = place;
    throw new ListenError(`Cannot listen on ${hostname}:${port}: it is in use or not allowed`, { cause });
  }
}

/**
 * Creates the server. It is that of `node:http`, because `Deno.serve` (2.9) has no timeouts for headers, bodies
 * and idle clients: replace this file by a call of `Deno.serve` once it has.
 */
function createDoorServer(limits: ListenLimits, certificate: Certificate | undefined): Server {
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
