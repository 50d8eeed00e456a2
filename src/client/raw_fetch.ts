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
  #last: { readonly address: string; readonly url: URL } | undefined;

  constructor(world: RawWorld) {
    this.#world = world;
    this.#writer = new RequestWriter(world);
  }

  async ask(address: string, init: RequestInit): Promise<Reply> {
    const url = this.#urlOf(address);
    const text = /^https?:$/.test(url.protocol) ? this.#writer.write(url, init) : undefined;
    if (text === undefined || this.#unfit.has(url.origin)) return await this.#world.fetch(address, init);
    this.#underWay++;
    const signal = init.signal ?? undefined;
    const connection = await this.#connect(url, signal);
    if (connection !== undefined) return await this.#exchange(connection, { url, text, signal });
    this.#finished();
    const reply = await this.#world.fetch(address, init);
    this.#unfit.add(url.origin);
    return reply;
  }

  /** Nearly every request goes to one address. */
  #urlOf(address: string): URL {
    if (this.#last?.address !== address) this.#last = { address, url: new URL(address) };
    return this.#last.url;
  }

  async #connect(url: URL, signal: AbortSignal | undefined): Promise<RawConnection | undefined> {
    const idle = this.#takeIdle(url.origin);
    if (idle !== undefined) return idle;
    try {
      return new RawConnection(await this.#world.dial(url, signal));
    } catch {
      return undefined; // the other fetch meets the same, and has the words for it
    }
  }

  async #exchange(
    connection: RawConnection,
    { url, text, signal }: { readonly url: URL; readonly text: string; readonly signal: AbortSignal | undefined },
  ): Promise<Reply> {
    const close = () => connection.close();
    signal?.addEventListener("abort", close);
    let isFinished = false;
    const finish = (isReusable: boolean) => {
      if (isFinished) return;
      isFinished = true;
      signal?.removeEventListener("abort", close);
      if (isReusable && connection.isClean) this.#keep(url.origin, connection);
      else connection.close();
      this.#finished();
    };
    try {
      signal?.throwIfAborted();
      connection.send(text);
      const head = await readHead(connection);
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

async function readHead(connection: RawConnection): Promise<ReplyHead> {
  for (;;) {
    const text = await connection.readTo("\r\n\r\n");
    if (text === undefined) throw new TypeError("Cannot read reply: the connection ended before its head did");
    const head = readReplyHead(text);
    if (head.status >= 200 || head.status === 101) return head; // after the others of 1xx, the reply comes
  }
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
