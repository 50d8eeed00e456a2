import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Clock } from "../pace/clock.ts";
import type { Exchanged, ServiceRequest } from "../service/exchange.ts";
import { failureOf, failureReply } from "../service/failure.ts";
import { isClosing } from "../service/slots.ts";
import type { Connection } from "./connection.ts";
import { Connections } from "./connections.ts";
import type { HostCheck } from "./hosts.ts";
import type { ListenLimits } from "./limits.ts";
import { readRequest } from "./node_request.ts";
import { isUnread, linger, writeResponse } from "./node_response.ts";

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
  /** The `x-request-id` of the reply; absent when the port refused the request. */
  readonly requestId: string | undefined;
  /** Identifier of the caller; absent when no key was accepted. */
  readonly owner: string | undefined;
}

/** Answers requests that come in over a port; a service is one. */
export interface Exchanger {
  /** Never rejects. */
  exchange(request: ServiceRequest): Promise<Exchanged>;
}

/** What a door is made of. */
export interface DoorOptions {
  readonly server: Server;
  readonly service: Exchanger;
  readonly limits: ListenLimits;
  readonly clock: Pick<Clock, "monotonicMs" | "schedule">;
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
}

/** An answered request; one that the port refused has no name. */
type PortExchanged = Pick<Exchanged, "outgoing" | "owner"> & { readonly requestId: string | undefined };

interface Received {
  readonly gone: AbortController;
  readonly connection: Connection;
}

/** A request of `node:http` and its reply. */
interface Taken {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly connection: Connection;
}

/** Time for a first request that was sent before the port closed, and is still to be read. */
const SETTLE_MS = 100;
/** Time for an aborted stream to send its error event. */
const FAREWELL_MS = 500;

/** A port and the requests that come in over it. */
export class Door {
  readonly #options: DoorOptions;
  readonly #connections: Connections;
  /** Requests in work; aborted when their client disconnects, or at the end of the grace period. */
  readonly #open = new Set<AbortController>();
  #isOurHost: HostCheck = () => false;
  #isClosing = false;
  #onIdle = () => {};

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#connections = new Connections(options.limits);
    options.server.on("connection", (socket: Socket) => this.#connections.add(socket));
    options.server.on("request", (incoming, outgoing) => this.#take(incoming, outgoing));
  }

  /** Opens the port, 0 for any, and returns it; throws what the system says when it cannot be opened. */
  async open({ hostname, port }: { readonly hostname: string; readonly port: number }): Promise<number> {
    const { server } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject);
    server.listen(port, hostname, resolve);
    await promise;
    return (server.address() as AddressInfo).port;
  }

  /** From now on requests are answered whose `Host` passes; before, none is. */
  admit(isOurHost: HostCheck): void {
    this.#isOurHost = isOurHost;
  }

  /** Stops accepting requests, waits for open ones, then aborts them. */
  async close(): Promise<void> {
    const { server, limits } = this.#options;
    const closed = Promise.withResolvers<void>();
    this.#isClosing = true;
    server.close(() => closed.resolve());
    await this.#settled(Math.min(SETTLE_MS, limits.graceMs));
    this.#connections.closeIdle();
    await this.#idle(limits.graceMs);
    for (const controller of this.#open) controller.abort(isClosing());
    await this.#idle(FAREWELL_MS);
    server.closeAllConnections();
    await closed.promise;
  }

  #take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const connection = this.#connections.of(incoming.socket);
    if (connection === undefined) incoming.destroy(); // it was closed while its requests were read
    else connection.take({ incoming, answer: () => this.#answer({ incoming, outgoing, connection }) });
  }

  async #answer({ incoming, outgoing, connection }: Taken): Promise<void> {
    if (this.#isClosing && !connection.isNew) return connection.close(); // it came in after the others
    const { clock, limits, onAnswered } = this.#options;
    const startMs = clock.monotonicMs();
    const gone = new AbortController();
    this.#open.add(gone);
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort(new DOMException("The client disconnected", "AbortError"));
    });
    const { outgoing: reply, requestId, owner } = await this.#exchange(incoming, { gone, connection });
    const mayStay = owner === undefined || this.#connections.trust(connection);
    const writing = { incoming, outgoing, clock, ...limits, isLast: !mayStay };
    await writeResponse(reply, writing);
    const isRefused = isUnread(writing);
    const { method = "", url = "", headers } = incoming;
    onAnswered?.({
      method,
      path: url.replace(/[?#].*/s, ""),
      status: reply.status,
      ms: clock.monotonicMs() - startMs,
      userAgent: headers["user-agent"] ?? "",
      hasLeft: !isRefused && !outgoing.writableFinished,
      requestId,
      owner,
    });
    connection.isLingering = isRefused;
    if (isRefused) await linger(writing);
    this.#open.delete(gone);
    if (this.#open.size === 0) this.#onIdle();
  }

  async #exchange(incoming: IncomingMessage, { gone, connection }: Received): Promise<PortExchanged> {
    const { signal } = gone;
    try {
      const { bytesBefore } = connection;
      const request = readRequest(incoming, { isOurHost: this.#isOurHost, signal, bytesBefore });
      return await this.#options.service.exchange(request);
    } catch (error) {
      return { outgoing: failureReply(failureOf(error)), requestId: undefined, owner: undefined };
    }
  }

  /** Waits for connections without a request until now, if there are any. */
  async #settled(maxMs: number): Promise<void> {
    if (!this.#connections.hasNew()) return;
    await new Promise<void>((resolve) => void this.#options.clock.schedule(maxMs, resolve));
  }

  /** Waits until no request is open, for `maxMs` at most. */
  async #idle(maxMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const cancel = this.#options.clock.schedule(maxMs, resolve);
    await promise;
    cancel();
  }
}
