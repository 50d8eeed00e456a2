import type { Socket } from "node:net";

/** Requests that may wait for their turn on one connection; one that sends more ahead is closed. */
const MAX_WAITING = 64;

/** Name of the other end, the same for a connection and for TLS on it. */
export function peerOf({ remoteAddress = "", remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** A connection, which answers one request at a time. */
export class Connection {
  /** Address of the other end. */
  readonly address: string;
  readonly peer: string;
  /** Bytes read from it before the last request. */
  bytesBefore = 0;
  readonly #socket: Socket;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isBusy = false;
  #isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.address = socket.remoteAddress ?? "";
    this.peer = peerOf(socket);
  }

  /** Whether a request is answered right now. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * Answers a request after those before it. Other connections are served between two, or one that sends many requests
   * ahead would hold them all back.
   *
   * @param answer Never rejects.
   */
  take(answer: () => Promise<void>): void {
    if (this.#isClosed) return;
    if (!this.#isBusy) return void this.#run(answer);
    if (this.#waiting.push(answer) > MAX_WAITING) this.close();
  }

  /** Closes it at once, with the requests that wait. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.length = 0;
    this.#socket.destroy();
  }

  async #run(answer: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    await answer();
    this.bytesBefore = this.#socket.bytesRead;
    const next = this.#waiting.shift();
    if (next === undefined) this.#isBusy = false;
    else setImmediate(() => void this.#run(next));
  }
}
