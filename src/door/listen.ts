import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ResearchError } from "../protocol/errors.ts";
import { failureOf, failureReply } from "../service/failure.ts";
import { toResponse } from "../service/reply.ts";
import type { Service } from "../service/service.ts";
import { isClosing } from "../service/slots.ts";
import { readRequest } from "./node_request.ts";
import { writeResponse } from "./node_response.ts";

/** Options of a listener; each limit has a default in {@linkcode LISTEN_DEFAULTS}. */
export interface ListenOptions {
  /** Default: `127.0.0.1`, which no other machine can reach. */
  readonly hostname?: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether a person set the key; required to serve other machines. */
  readonly hasOwnKey?: boolean;
  readonly limits?: Partial<ListenLimits>;
  /** Called when a request has been answered, or its client has left. */
  readonly onAnswered?: (answered: Answered) => void;
}

/** An answered request, without anything that a caller may have meant for the service alone. */
export interface Answered {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** HTTP status of the reply. */
  readonly status: number;
  /** Milliseconds from the request's headers to the end of the reply. */
  readonly ms: number;
  /** The `User-Agent` of the caller; empty when absent. */
  readonly userAgent: string;
  /** Whether the client disconnected before the end of the reply. */
  readonly hasLeft: boolean;
}

/** Time limits for slow clients, and maximum sizes. */
export interface ListenLimits {
  /** From the connection to the end of the headers, in milliseconds, like all times here. */
  readonly headersMs: number;
  /** From the connection to the end of the body. */
  readonly requestMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveMs: number;
  /** Longest time a client may leave a reply unread. */
  readonly stallMs: number;
  /** How often the first two limits are checked. */
  readonly checkMs: number;
  /** How long open requests may continue after `close()`. */
  readonly graceMs: number;
  readonly maxConnections: number;
  /** Maximum size of all headers. */
  readonly maxHeaderBytes: number;
}

/** Default limits. */
const LISTEN_DEFAULTS: ListenLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 10_000,
  stallMs: 60_000,
  checkMs: 1_000,
  graceMs: 10_000,
  maxConnections: 1_024,
  maxHeaderBytes: 16_384,
};

/** A listening service. */
export interface Listener {
  /** Like `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Stops accepting requests, waits up to `graceMs` for open ones, then aborts them. */
  close(): Promise<void>;
}

/** A port that could not be opened. */
export class ListenError extends ResearchError {
  override readonly name = "ListenError";
}

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "::1"];
/** Time for an aborted stream to send its error event. */
const FAREWELL_MS = 500;

/**
 * Serves a service on a port. It uses `node:http`, because `Deno.serve` (2.9) has no timeouts for headers, bodies and
 * idle clients: replace this file by a call of `Deno.serve` once it has.
 *
 * @throws {ListenError} when the port is in use, or the host is not this machine and no key is set.
 */
export async function listen(service: Service, options: ListenOptions): Promise<Listener> {
  const { hostname = "127.0.0.1", port, hasOwnKey = false } = options;
  if (!LOOPBACK.includes(hostname) && !hasOwnKey) {
    throw new ListenError(`Cannot listen on ${hostname}: other machines could reach it, and no key is set`);
  }
  const door = new Door(service, { ...options, limits: { ...LISTEN_DEFAULTS, ...options.limits } });
  const { port: boundPort } = await door.open({ hostname, port });
  const shown = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${shown}:${boundPort}`, close: () => door.close() };
}

interface Exchange {
  readonly outgoing: ServerResponse;
  /** Aborted when the client disconnects, or at the end of the grace period. */
  readonly gone: AbortController;
}

class Door {
  readonly #service: Service;
  readonly #limits: ListenLimits;
  readonly #onAnswered: ListenOptions["onAnswered"];
  readonly #server: Server;
  readonly #open = new Map<AbortController, Promise<void>>();
  #hosts: readonly string[] | undefined;

  constructor(
    service: Service,
    { limits, onAnswered }: Pick<ListenOptions, "onAnswered"> & { readonly limits: ListenLimits },
  ) {
    this.#service = service;
    this.#limits = limits;
    this.#onAnswered = onAnswered;
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
      throw new ListenError(`Cannot listen on ${hostname}:${port}: it is in use or not allowed`, { cause });
    }
    const address = this.#server.address() as AddressInfo;
    // Against DNS rebinding: a web page whose host name resolves to this machine must not reach the service.
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
      if (!outgoing.writableFinished) gone.abort(new DOMException("The client disconnected", "AbortError"));
    });
    const startMs = performance.now();
    const response = await this.#respond(incoming, gone.signal);
    await writeResponse(response, { incoming, outgoing, stallMs: this.#limits.stallMs });
    const { method = "", url = "", headers } = incoming;
    this.#onAnswered?.({
      ...{ method, path: url.replace(/[?#].*/s, ""), status: response.status, ms: performance.now() - startMs },
      ...{ userAgent: headers["user-agent"] ?? "", hasLeft: outgoing.destroyed && !outgoing.writableFinished },
    });
  }

  async #respond(incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
    try {
      return await this.#service(readRequest(incoming, { hosts: this.#hosts, signal }));
    } catch (error) {
      return toResponse(failureReply(failureOf(error)));
    }
  }

  /** Waits until no request is open, for `maxMs` at most. */
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
