import type { Clock } from "../pace/clock.ts";
import { bodyOn, type RawBody } from "./raw_body.ts";
import { RawConnection, type RawSocket } from "./raw_connection.ts";
import { readReplyHead, type ReplyHead } from "./raw_head.ts";
import { RawReply } from "./raw_reply.ts";
import { RequestWriter } from "./raw_request.ts";
import type { Reply } from "./reply.ts";
import type { Fetch } from "./send.ts";

/** What the transport takes from the machine. */
export interface RawWorld {
  /** Connects to the host and port of an address, over TLS for `https:`. */
  dial(url: URL, signal: AbortSignal | undefined): Promise<RawSocket>;
  /** Sends what this transport cannot send. */
  readonly fetch: Fetch;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly userAgent: string;
}

/** Servers close idle connections, many after 5 s: a request that meets that moment would be in doubt. */
const MAX_IDLE_MS = 2000;

interface Idle {
  readonly connection: RawConnection;
  readonly sinceMs: number;
}

/** An address, taken apart. */
interface Place {
  readonly address: string;
  readonly url: URL;
  readonly origin: string;
}

/** A request as it is sent. */
interface RawRequest {
  readonly text: string;
  readonly origin: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * A `fetch` over HTTP/1.1 connections of its own, for many small requests at once: it takes a fraction of the
 * runtime's processor time, and never sends a request twice. Connections are kept while any request is under way.
 *
 * @returns What cannot be sent this way, or not be connected, goes to the `fetch` of the world: nothing was sent.
 */
export function rawFetch(world: RawWorld): Fetch {
  const transport = new RawTransport(world);
  return (url, init) => transport.ask(url, init);
}

class RawTransport {
  readonly #world: RawWorld;
  readonly #idle = new Map<string, Idle[]>();
  /** Reached by the other fetch after a connection of ours had failed: it trusts or speaks something else. */
  readonly #unfit = new Set<string>();
  readonly #writer: RequestWriter;
  #underWay = 0;
  #last: Place | undefined;

  constructor(world: RawWorld) {
    this.#world = world;
    this.#writer = new RequestWriter(world);
  }

  ask(address: string, init: RequestInit): Promise<Reply> {
    const { url, origin } = this.#placeOf(address);
    const isOurs = /^https?:$/.test(url.protocol) && !this.#unfit.has(origin);
    const text = isOurs ? this.#writer.write(url, init) : undefined;
    if (text === undefined) return this.#world.fetch(address, init);
    this.#underWay++;
    const request = { text, origin, signal: init.signal ?? undefined };
    const idle = this.#takeIdle(origin);
    return idle === undefined
      ? this.#dial(url, request, () => this.#world.fetch(address, init))
      : this.#exchange(idle, request);
  }

  /** Nearly every request goes to one address. */
  #placeOf(address: string): Place {
    if (this.#last?.address !== address) {
      const url = new URL(address);
      this.#last = { address, url, origin: url.origin };
    }
    return this.#last;
  }

  /** Sends over a new connection; where none comes about, the other fetch meets the same, and has the words for it. */
  async #dial(url: URL, request: RawRequest, otherwise: () => Promise<Reply>): Promise<Reply> {
    let connection: RawConnection;
    try {
      connection = new RawConnection(await this.#world.dial(url, request.signal));
    } catch {
      this.#finished();
      const reply = await otherwise();
      this.#unfit.add(request.origin);
      return reply;
    }
    return await this.#exchange(connection, request);
  }

  async #exchange(connection: RawConnection, { origin, text, signal }: RawRequest): Promise<Reply> {
    const close = () => connection.close();
    signal?.addEventListener("abort", close);
    let isFinished = false;
    const finish = (isReusable: boolean) => {
      if (isFinished) return;
      isFinished = true;
      signal?.removeEventListener("abort", close);
      if (isReusable && connection.isClean) this.#keep(origin, connection);
      else connection.close();
      this.#finished();
    };
    try {
      signal?.throwIfAborted();
      connection.send(text);
      let head: ReplyHead;
      do head = readReplyHead(await connection.readTo("\r\n\r\n") ?? endedEarly()); while (isInterim(head));
      return replyOf(head, connection, finish);
    } catch (error) {
      finish(false);
      throw error instanceof TypeError ? error : broken(error);
    }
  }

  #takeIdle(origin: string): RawConnection | undefined {
    const idle = this.#idle.get(origin) ?? [];
    const newest = this.#world.clock.monotonicMs() - MAX_IDLE_MS;
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      if (!last.connection.isClosed && last.sinceMs > newest) return last.connection;
      last.connection.close();
    }
    return undefined;
  }

  #keep(origin: string, connection: RawConnection): void {
    const idle = this.#idle.get(origin) ?? [];
    this.#idle.set(origin, idle);
    idle.push({ connection, sinceMs: this.#world.clock.monotonicMs() });
    connection.rest();
  }

  /** Connections that wait for nobody would hold the program, and be stale when somebody came. */
  #finished(): void {
    if (--this.#underWay > 0) return;
    for (const { connection } of [...this.#idle.values()].flat()) connection.close();
    this.#idle.clear();
  }
}

/** After such a head, another one comes. */
function isInterim({ status }: ReplyHead): boolean {
  return status < 200 && status !== 101;
}

function endedEarly(): never {
  throw new TypeError("Cannot read reply: the connection ended before its head did");
}

function replyOf(
  { status, headers, framing, keepsAlive }: ReplyHead,
  connection: RawConnection,
  finish: (isReusable: boolean) => void,
): Reply {
  if (framing.ends === "at_once") {
    finish(false);
    return new RawReply({ status, headers, body: null });
  }
  const text = framing.ends === "after_bytes" ? connection.takeText(framing.bytes) : undefined;
  if (text === undefined || framing.ends !== "after_bytes") {
    return new RawReply({ status, headers, body: streamOf(bodyOn(connection, framing), finish, keepsAlive) });
  }
  finish(keepsAlive);
  return new RawReply({ status, headers, body: { text, bytes: framing.bytes } });
}

function streamOf(
  body: RawBody,
  finish: (isReusable: boolean) => void,
  keepsAlive: boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const bytes = await body.read();
        if (bytes !== undefined) return controller.enqueue(bytes.slice());
        finish(keepsAlive);
        controller.close();
      } catch (error) {
        finish(false);
        throw error instanceof TypeError ? error : broken(error);
      }
    },
    cancel: () => finish(false),
  }, { highWaterMark: 0 });
}

function broken(cause: unknown): TypeError {
  return new TypeError("Cannot read reply: the connection broke", { cause });
}
