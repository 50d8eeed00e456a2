import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ResearchError } from "../protocol/errors.ts";
import { failureOf, failureReply } from "../service/failure.ts";
import { toResponse } from "../service/reply.ts";
import type { Service } from "../service/service.ts";
import { isClosing } from "../service/slots.ts";
import { readRequest } from "./node_request.ts";
import { writeResponse } from "./node_response.ts";

/** Where and how a service listens; each limit has a default in {@linkcode LISTEN_DEFAULTS}. */
export interface ListenOptions {
  /** Default `127.0.0.1`: nobody else can reach it. */
  readonly hostname?: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether a person chose the key; without that, only this machine is served. */
  readonly hasOwnKey?: boolean;
  readonly limits?: Partial<ListenLimits>;
}

/** How long a slow client is waited for, and how many there may be. */
export interface ListenLimits {
  /** From the connection to the end of the headers. */
  readonly headersMs: number;
  /** From the connection to the end of the body. */
  readonly requestMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveMs: number;
  /** Without taking a byte of a reply that waits for it. */
  readonly stallMs: number;
  /** How often the first two are looked at. */
  readonly checkMs: number;
  /** How long open requests may go on once the listener closes. */
  readonly graceMs: number;
  readonly maxConnections: number;
  /** Longest headers, together. */
  readonly maxHeaderBytes: number;
}

/** The limits of a listener that is told none. */
export const LISTEN_DEFAULTS: ListenLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 10_000,
  stallMs: 60_000,
  checkMs: 1_000,
  graceMs: 10_000,
  maxConnections: 1_024,
  maxHeaderBytes: 16_384,
};

/** A service on a port. */
export interface Listener {
  /** Like `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Takes no more, lets open requests finish within the grace, then ends them with an error. */
  close(): Promise<void>;
}

/** A port that could not be opened. */
export class ListenError extends ResearchError {
  override readonly name = "ListenError";
}

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "::1"];
/** What a stream that is cut at the end of the grace may still take to say so. */
const FAREWELL_MS = 500;

/**
 * Puts a service on a port. `Deno.serve` has no timeouts for headers, bodies and idle clients (measured on 2.9),
 * `node:http` has: delete this file for a call of it once that changes.
 *
 * @throws {ListenError} when the port is taken, or the host is not this machine and nobody chose a key.
 */
export async function listen(service: Service, options: ListenOptions): Promise<Listener> {
  const { hostname = "127.0.0.1", port, hasOwnKey = false } = options;
  if (!LOOPBACK.includes(hostname) && !hasOwnKey) {
    throw new ListenError(`Cannot listen on ${hostname}: other machines could reach it, and no key was chosen`);
  }
  const door = new Door(service, { ...LISTEN_DEFAULTS, ...options.limits });
  const { port: boundPort } = await door.open({ hostname, port });
  const shown = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${shown}:${boundPort}`, close: () => door.close() };
}

interface Exchange {
  readonly outgoing: ServerResponse;
  /** Aborted when the client has left, or has to. */
  readonly gone: AbortController;
}

class Door {
  readonly #service: Service;
  readonly #limits: ListenLimits;
  readonly #server: Server;
  readonly #open = new Map<AbortController, Promise<void>>();
  #hosts: readonly string[] | undefined;

  constructor(service: Service, limits: ListenLimits) {
    this.#service = service;
    this.#limits = limits;
    this.#server = createServer({
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.maxHeaderBytes,
    }, (incoming, outgoing) => this.#take(incoming, outgoing));
    this.#server.maxConnections = limits.maxConnections;
  }

  async open({ hostname, port }: { readonly hostname: string; readonly port: number }): Promise<AddressInfo> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen(port, hostname, resolve);
    try {
      await promise;
    } catch (cause) {
      throw new ListenError(`Cannot listen on ${hostname}:${port}: it is taken or not allowed`, { cause });
    }
    const address = this.#server.address() as AddressInfo;
    // A page that resolves its own name to this machine must not reach the service (DNS rebinding).
    if (LOOPBACK.includes(hostname)) {
      this.#hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${address.port}`);
    }
    return address;
  }

  async close(): Promise<void> {
    const closed = Promise.withResolvers<void>();
    this.#server.close(() => closed.resolve());
    this.#server.closeIdleConnections();
    await this.#drained(this.#limits.graceMs);
    for (const controller of this.#open.keys()) controller.abort(isClosing());
    await this.#drained(FAREWELL_MS);
    this.#server.closeAllConnections();
    await closed.promise;
  }

  #take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const gone = new AbortController();
    const answered = this.#answer(incoming, { outgoing, gone });
    this.#open.set(gone, answered.finally(() => this.#open.delete(gone)));
  }

  async #answer(incoming: IncomingMessage, { outgoing, gone }: Exchange): Promise<void> {
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort(new DOMException("The client has left", "AbortError"));
    });
    const response = await this.#respond(incoming, gone.signal);
    await writeResponse(response, { incoming, outgoing, stallMs: this.#limits.stallMs });
  }

  async #respond(incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
    try {
      return await this.#service(readRequest(incoming, { hosts: this.#hosts, signal }));
    } catch (error) {
      return toResponse(failureReply(failureOf(error)));
    }
  }

  /** Waits until no request is open, but not longer. */
  async #drained(maxMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, maxMs));
    while (this.#open.size > 0) {
      const isLate = await Promise.race([late.then(() => true), Promise.race(this.#open.values()).then(() => false)]);
      if (isLate) break;
    }
    clearTimeout(timer);
  }
}
