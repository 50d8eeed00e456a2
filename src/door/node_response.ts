import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";

/** A body that is always ready would block the event loop, and with it all clients, until the buffers are full. */
const CHUNKS_PER_TURN = 16;

/** Destination of a response. */
export interface WriteOptions {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Longest time a client may read no bytes. */
  readonly stallMs: number;
}

/**
 * Writes a `Response` to `node:http`, as fast as the client reads; never rejects. A client that disconnects, or stops
 * reading for too long, cancels the body. A body that fails breaks the connection, so that its reader does not take a
 * part for the whole.
 */
export async function writeResponse(response: Response, { incoming, outgoing, stallMs }: WriteOptions): Promise<void> {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  const leave = () => void reader.cancel(new DOMException("The client disconnected", "AbortError")).catch(() => {});
  outgoing.once("close", leave); // ends a pending read
  try {
    if (outgoing.destroyed) return leave();
    outgoing.writeHead(response.status, headersOf(response, incoming));
    outgoing.flushHeaders();
    let count = 0;
    for (let chunk = await reader.read(); !chunk.done && !outgoing.destroyed; chunk = await reader.read()) {
      if (!outgoing.write(chunk.value)) await drained(outgoing, stallMs);
      else if (++count % CHUNKS_PER_TURN === 0) await setImmediate();
    }
    outgoing.end();
  } catch {
    outgoing.destroy(); // its "close" event cancels the body
  }
}

function headersOf({ headers }: Response, incoming: IncomingMessage): Record<string, string> {
  // The unread rest of a body would be parsed as the next request.
  return { ...Object.fromEntries(headers), ...(incoming.complete ? {} : { connection: "close" }) };
}

/** Waits until the client has read the buffered bytes, or has disconnected. */
function drained(outgoing: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      outgoing.off("drain", settle).off("close", settle);
      resolve();
    };
    const timer = setTimeout(() => {
      outgoing.off("drain", settle).off("close", settle);
      reject(new Error("Cannot write: the client does not read"));
    }, stallMs);
    outgoing.once("drain", settle).once("close", settle);
  });
}
