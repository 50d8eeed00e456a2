import type { ListenLimits } from "./limits.ts";
import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../pace/clock.ts";
import type { Outgoing } from "../service/exchange.ts";
import type { Reply } from "../service/reply.ts";
import { yieldToEventLoop } from "./yield_to_event_loop.ts";

/** A body that is always ready would block the event loop, and with it all clients, until the buffers are full. */
const PIECES_PER_TURN = 16;
/** Longest piece that is written at once, so that a slow client is seen to read. */
const PIECE_BYTES = 65_536;
/** Most that is read and dropped of a body behind its refusal. */
const LINGER_BYTES = 64 * 1024 * 1024;

/** Destination of a reply. */
export interface WriteOptions extends Pick<ListenLimits, "stallMs" | "silenceMs" | "lingerMs"> {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly clock: Pick<Clock, "schedule">;
  /** Whether the connection closes after this reply. */
  readonly isLast: boolean;
}

/**
 * Writes a reply to `node:http`, as fast as the client reads; never rejects. A client that disconnects, or stops
 * reading for too long, cancels the body. A body that fails breaks the connection, so that its reader does not take a
 * part for the whole.
 */
export async function writeResponse(reply: Outgoing, options: WriteOptions): Promise<void> {
  const { outgoing } = options;
  try {
    if (reply instanceof Response) await writeBody(reply, options);
    else if (!outgoing.destroyed) await writeText(reply, options);
  } catch {
    outgoing.destroy(); // its "close" event cancels the body
  }
}

/** Headers and a short text leave together, without a stream. */
async function writeText({ status, headers, body }: Reply, options: WriteOptions): Promise<void> {
  const { outgoing } = options;
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, { "content-length": String(length), ...headers, ...connectionOf(options) });
  if (length <= PIECE_BYTES && !isUnread(options)) outgoing.end(body);
  else {
    outgoing.flushHeaders();
    await writePieces(Buffer.from(body), options);
    if (isUnread(options)) return;
    outgoing.end();
  }
  await written(options, "finish");
}

/** Whether a text was written before its request was read: `linger` ends it. */
export function isUnread({ incoming, outgoing }: Pick<WriteOptions, "incoming" | "outgoing">): boolean {
  return !incoming.complete && !outgoing.writableEnded && !outgoing.destroyed;
}

/**
 * Reads and drops what the client still sends, then closes. A socket that is closed with unread bytes is reset, and the
 * reset overtakes the refusal (RFC 9112, section 9.6). Bounded, against a client that never ends its body.
 */
export async function linger({ incoming, outgoing, clock, lingerMs }: WriteOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.schedule(lingerMs, resolve);
  let bytes = 0;
  outgoing.once("close", resolve);
  incoming.removeAllListeners("data").once("end", resolve).on("data", ({ length }: Uint8Array) => {
    if ((bytes += length) > LINGER_BYTES) resolve();
  }).resume();
  await promise;
  cancel();
  outgoing.end();
}

async function writeBody({ status, headers, body }: Response, options: WriteOptions): Promise<void> {
  const { outgoing } = options;
  const reader = (body ?? new Blob([]).stream()).getReader();
  const leave = () => {
    if (outgoing.writableFinished) return;
    reader.cancel(new DOMException("The client disconnected", "AbortError")).catch(() => {});
  };
  outgoing.once("close", leave); // ends a pending read
  if (outgoing.destroyed) return leave();
  outgoing.writeHead(status, { ...Object.fromEntries(headers), ...connectionOf(options) });
  outgoing.flushHeaders();
  using heartbeat = new Heartbeat(headers.get("content-type"), options);
  let count = 0;
  for (let chunk = await reader.read(); !chunk.done && !outgoing.destroyed; chunk = await reader.read()) {
    await writePieces(chunk.value, options);
    heartbeat.restart();
    if (++count % PIECES_PER_TURN === 0) await yieldToEventLoop();
  }
  outgoing.end();
  await written(options, "finish");
}

async function writePieces(bytes: Uint8Array, options: WriteOptions): Promise<void> {
  for (let at = 0; at < bytes.length && !options.outgoing.destroyed; at += PIECE_BYTES) {
    const piece = bytes.length <= PIECE_BYTES ? bytes : bytes.subarray(at, at + PIECE_BYTES);
    if (!options.outgoing.write(piece)) await written(options, "drain");
  }
}

/** The unread rest of a body would be parsed as the next request. */
function connectionOf({ incoming, isLast }: WriteOptions): Readonly<Record<string, string>> {
  return isLast || !incoming.complete ? { connection: "close" } : {};
}

/** Waits until the client has read what is buffered, or has disconnected. */
function written({ outgoing, clock, stallMs }: WriteOptions, event: "drain" | "finish"): Promise<void> | void {
  if (outgoing.destroyed || outgoing.writableFinished) return;
  return new Promise((resolve, reject) => {
    const settle = () => {
      cancel();
      outgoing.off(event, settle).off("close", settle);
      resolve();
    };
    const cancel = clock.schedule(stallMs, () => {
      outgoing.off(event, settle).off("close", settle);
      reject(new Error("Cannot write: the client does not read"));
    });
    outgoing.once(event, settle).once("close", settle);
  });
}

/** A comment, which readers of a stream of events skip. */
const COMMENT = ": wait\n\n";

/** Destination of the comments. */
type HeartbeatOptions = Pick<WriteOptions, "outgoing" | "clock" | "silenceMs">;

/**
 * Writes a comment into a stream of events that is silent for long, because proxies cut silent connections. Each chunk
 * of our streams is a whole event, so a comment stands between two.
 */
class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #isOn: boolean;
  #cancel = () => {};

  /** `mediaType` is that of the body; other bodies than streams of events get no comments. */
  constructor(mediaType: string | null, options: HeartbeatOptions) {
    this.#options = options;
    this.#isOn = mediaType?.startsWith("text/event-stream") ?? false;
    this.restart();
  }

  /** Begins to wait anew. */
  restart(): void {
    this.#cancel();
    if (this.#isOn) this.#cancel = this.#options.clock.schedule(this.#options.silenceMs, () => this.#beat());
  }

  /** Ends it. */
  [Symbol.dispose](): void {
    this.#cancel();
  }

  #beat(): void {
    const { outgoing } = this.#options;
    if (outgoing.destroyed) return;
    if (!outgoing.writableNeedDrain) outgoing.write(COMMENT); // a client that does not read needs no more
    this.restart();
  }
}
