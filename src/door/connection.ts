import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { yieldToEventLoop } from "./yield_to_event_loop.ts";

/** Requests that may wait for their turn on one connection; one that sends more ahead is closed. */
const MAX_WAITING = 64;

/** Name of the other end, the same for a connection and for TLS on it. */
export function peerOf({ remoteAddress = "", remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** A request that waits for its turn. */
export interface Waiting {
  readonly incoming: IncomingMessage;
  /** Never rejects. */
  readonly answer: () => Promise<void>;
}

/** A connection, which answers one request at a time. */
export class Connection {
  /** Address of the other end. */
  readonly address: string;
  readonly peer: string;
  /** Bytes read from it before the last request. */
  bytesBefore = 0;
  /** Whether its last reply is written, and only dropped bytes are still read. */
  isLingering = false;
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #isNew = true;
  #isBusy = false;
  #isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.address = socket.remoteAddress ?? "";
    this.peer = peerOf(socket);
  }

  /** Whether no request was answered yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Whether a request is answered right now. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * Answers a request after those before it. Other connections are served between two, or one that sends many requests
   * ahead would hold them all back.
   */
  take(request: Waiting): void {
    if (this.#isClosed) request.incoming.destroy();
    else if (!this.#isBusy) void this.#run(request);
    else if (this.#waiting.push(request) > MAX_WAITING) this.close();
  }

  /** Closes it at once, with the requests that wait. */
  close(): void {
    this.#isClosed = true;
    // Here, because `node:http` would make an error with a stack for each, which takes longer than reading them.
    for (const { incoming } of this.#waiting.splice(0)) incoming.destroy();
    this.#socket.destroy();
  }

  async #run({ answer }: Waiting): Promise<void> {
    this.#isBusy = true;
    await answer();
    this.#isNew = false;
    this.bytesBefore = this.#socket.bytesRead;
    if (this.#socket.destroyed) this.close();
    if (this.#waiting.length > 0) await yieldToEventLoop();
    const next = this.#waiting.shift();
    if (next === undefined) this.#isBusy = false;
    else void this.#run(next);
  }
}
