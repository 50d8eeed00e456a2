import type { Clock } from "../pace/clock.ts";
import { bodyOn, type RawBody } from "./raw_body.ts";
import { RawConnection, type RawSocket } from "./raw_connection.ts";
import type { ReplyHead } from "./raw_head.ts";
import { endedEarly, HeadReader } from "./raw_head_reader.ts";
import { RawReply } from "./raw_reply.ts";
import { RequestWriter } from "./raw_request.ts";
import type { Reply } from "./reply.ts";
import type { AbortHook, Fetch, FetchInit } from "./send.ts";

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

/** A host that is connected to. */
interface Origin {
  /** The newest last. */
  readonly idle: RawConnection[];
  /** Another protocol, or reached by the other fetch after a connection of ours had failed: it trusts something else. */
  isUnfit: boolean;
}

/** An address, taken apart. */
interface Place {
  readonly address: string;
  readonly url: URL;
  readonly origin: Origin;
}

/** A request as it is sent. */
interface RawRequest {
  readonly text: string;
  readonly origin: Origin;
  readonly signal: AbortSignal | undefined;
  readonly abortHook: AbortHook | undefined;
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
  readonly #origins = new Map<string, Origin>();
  readonly #writer: RequestWriter;
  readonly #heads = new HeadReader();
  #underWay = 0;
  #lastPlace: Place | undefined;

  constructor(world: RawWorld) {
    this.#world = world;
    this.#writer = new RequestWriter(world);
  }

  ask(address: string, init: FetchInit): Promise<Reply> {
    const { url, origin } = this.#placeOf(address);
    const text = origin.isUnfit ? undefined : this.#writer.write(url, init);
    if (text === undefined) return this.#world.fetch(address, init);
    this.#underWay++;
    const request = { text, origin, signal: init.signal ?? undefined, abortHook: init.abortHook };
    const idle = this.#takeIdle(origin);
    return idle === undefined
      ? this.#dial(url, request, () => this.#world.fetch(address, init))
      : this.#exchange(idle, request);
  }

  /** Nearly every request goes to one address. */
  #placeOf(address: string): Place {
    if (this.#lastPlace?.address !== address) {
      const url = new URL(address);
      const origin = this.#origins.get(url.origin) ?? { idle: [], isUnfit: !/^https?:$/.test(url.protocol) };
      this.#origins.set(url.origin, origin);
      this.#lastPlace = { address, url, origin };
    }
    return this.#lastPlace;
  }

  /** Sends over a new connection; where none comes about, the other fetch meets the same, and has the words for it. */
  async #dial(url: URL, request: RawRequest, otherwise: () => Promise<Reply>): Promise<Reply> {
    let connection: RawConnection;
    try {
      connection = new RawConnection(await this.#world.dial(url, request.signal));
    } catch {
      this.#finished();
      const reply = await otherwise();
      request.origin.isUnfit = true;
      return reply;
    }
    return await this.#exchange(connection, request);
  }

  async #exchange(connection: RawConnection, request: RawRequest): Promise<Reply> {
    const { text, signal, abortHook } = request;
    if (abortHook !== undefined) abortHook.onAbort = connection.close;
    else signal?.addEventListener("abort", connection.close);
    try {
      signal?.throwIfAborted();
      connection.send(text);
      if (!await connection.more()) endedEarly();
      const head = this.#heads.known(connection) ?? await this.#heads.read(connection);
      return this.#replyOn(connection, request, head);
    } catch (error) {
      this.#finish(connection, request, false);
      throw error instanceof TypeError ? error : broken(error);
    }
  }

  #replyOn(connection: RawConnection, request: RawRequest, head: ReplyHead): Reply {
    const { status, headers, framing, keepsAlive } = head;
    const bytes = framing.ends === "after_bytes" ? framing.bytes : 0;
    const text = framing.ends === "after_bytes" ? connection.takeText(bytes) : undefined;
    if (framing.ends === "at_once" || text !== undefined) {
      this.#finish(connection, request, keepsAlive);
      return new RawReply({ status, headers, body: text === undefined ? null : { text, bytes } });
    }
    let isFinished = false;
    const finish = (isReusable: boolean) => {
      if (isFinished) return;
      isFinished = true;
      this.#finish(connection, request, isReusable);
    };
    return new RawReply({ status, headers, body: streamOf(bodyOn(connection, framing), finish, keepsAlive) });
  }

  /** Once for each exchange: after it, the connection may carry another one. */
  #finish(connection: RawConnection, { origin, signal, abortHook }: RawRequest, isReusable: boolean): void {
    if (abortHook === undefined) signal?.removeEventListener("abort", connection.close);
    else if (abortHook.onAbort === connection.close) abortHook.onAbort = undefined; // not that of another attempt
    if (isReusable && connection.isClean) {
      connection.rest(this.#world.clock.monotonicMs());
      origin.idle.push(connection);
    } else {
      connection.close();
    }
    this.#finished();
  }

  #takeIdle({ idle }: Origin): RawConnection | undefined {
    if (idle.length === 0) return undefined;
    const newest = this.#world.clock.monotonicMs() - MAX_IDLE_MS;
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      if (!last.isClosed && last.idleSinceMs > newest) return last;
      last.close();
    }
    return undefined;
  }

  /** Connections that wait for nobody would hold the program, and be stale when somebody came. */
  #finished(): void {
    if (--this.#underWay > 0) return;
    for (const { idle } of this.#origins.values()) for (const connection of idle.splice(0)) connection.close();
  }
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
