import type { Socket } from "node:net";
import { Connection, peerOf } from "./connection.ts";

/** How many connections there may be. */
export interface ConnectionLimits {
  /** In all. */
  readonly maxConnections: number;
  /** From one address, without an accepted key. */
  readonly maxStrangersPerAddress: number;
}

/** Share of all places that callers never fill, so that a new caller and a health check always find one. */
const STRANGERS_SHARE = 1 / 16;

/**
 * The open connections. One on which no key was accepted yet is a stranger: when there are too many, the stranger that
 * came first leaves, and never a caller.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, Connection>();
  readonly #strangers = new Set<Connection>(); // the oldest first, as in the set of each address
  readonly #byAddress = new Map<string, Set<Connection>>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Adds a connection. When there are too many, it takes the place of a stranger, or is closed. */
  add(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const neighbours = this.#byAddress.get(address) ?? new Set();
    const isCrowded = neighbours.size >= this.#limits.maxStrangersPerAddress;
    const isFull = this.#open.size >= this.#limits.maxConnections;
    if ((isCrowded && !this.#closeOldest(neighbours)) || (isFull && !this.#closeOldest(this.#strangers))) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket);
    this.#open.set(connection.peer, connection);
    this.#strangers.add(connection);
    this.#byAddress.set(address, neighbours.add(connection));
    socket.once("close", () => this.#remove(connection));
  }

  /** The connection of a request, also through TLS; `undefined` when it is closed. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(peerOf(socket));
  }

  /** Remembers that a key was accepted on a connection; returns whether it may stay open after the reply. */
  trust(connection: Connection): boolean {
    this.#forget(connection);
    const callers = this.#open.size - this.#strangers.size;
    return callers <= this.#limits.maxConnections * (1 - STRANGERS_SHARE);
  }

  /** Whether there are some whose first request is still to come. */
  hasNew(): boolean {
    return this.#strangers.values().some(({ isBusy, isNew }) => isNew && !isBusy);
  }

  /** Closes those that are not answered right now. */
  closeIdle(): void {
    for (const connection of this.#open.values()) {
      if (!connection.isBusy) connection.close();
    }
  }

  #closeOldest(strangers: Iterable<Connection>): boolean {
    for (const connection of strangers) {
      if (connection.isBusy && !connection.isLingering) continue;
      connection.close();
      this.#remove(connection); // now, not at its "close" event: the next one is counted before
      return true;
    }
    return false;
  }

  #remove(connection: Connection): void {
    if (this.#open.get(connection.peer) === connection) this.#open.delete(connection.peer);
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    this.#strangers.delete(connection);
    const neighbours = this.#byAddress.get(connection.address);
    neighbours?.delete(connection);
    if (neighbours?.size === 0) this.#byAddress.delete(connection.address);
  }
}
