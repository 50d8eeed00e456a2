import { piecesOf } from "../../src/client/body_reader.ts";
import type { Fetch } from "../../src/client/send.ts";
import { cut } from "../../src/text/cut.ts";

/** What came back over the wire, beside what the package makes of it. */
export interface Seen {
  /** HTTP status; undefined until the server answered. */
  status?: number;
  headers?: Headers;
  /** The body of a refusal, or of a reply that is no stream of events; its beginning. */
  body?: string;
  /** What is wrong with the reply, where its package could not say. */
  wrong?: string;
  /** Whether the connection broke. */
  isCut?: boolean;
}

/** Most bytes of one reply; a model's longest are a hundredth of it. */
const MAX_BYTES = 8 * 2 ** 20;
const MAX_BODY_CHARS = 2_000;

/** How one reply is watched. */
export interface Watching {
  /** Filled with what came. */
  readonly seen: Seen;
  /** Closes the reply, which nothing else does once its request is collected as garbage (`src/client/body_reader.ts`). */
  readonly signal: AbortSignal;
  /** Called with each piece that arrives. */
  readonly onBytes: () => void;
}

/** Sends one request and watches what comes back. */
export function watchedFetch(fetch: Fetch, watching: Watching): typeof globalThis.fetch {
  const { seen } = watching;
  return async (input, init = {}) => {
    // A redirect would carry the question to an address that nobody named
    const reply = await fetch(input instanceof Request ? input.url : String(input), { ...init, redirect: "manual" });
    seen.status = reply.status;
    seen.headers = reply.headers;
    const type = reply.headers.get("content-type") ?? "";
    const isStream = reply.ok && !/html|json/.test(type);
    if (isStream) return new Response(reply.body && ReadableStream.from(watched(reply, watching)), reply);
    seen.body = await beginningOf(reply, MAX_BODY_CHARS, watching);
    if (reply.ok) seen.wrong = `it sent ${type.split(";")[0]} instead of a stream of events`;
    return new Response(reply.ok ? "" : seen.body, reply);
  };
}

async function* watched(
  reply: Response,
  { seen, signal, onBytes }: Watching,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let bytes = 0;
  try {
    for await (const piece of piecesOf(reply, signal)) {
      onBytes();
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new RangeError(seen.wrong = `it sent more than ${MAX_BYTES / 2 ** 20} MiB`);
      yield piece;
    }
  } catch (error) {
    seen.isCut = seen.wrong === undefined;
    throw error;
  }
}

/** A text that may end in the middle, and is cut to so many characters. */
export async function beginningOf(reply: Response, most: number, watching: Watching): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of watched(reply, watching)) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > most) break;
  }
  return cut(text, most);
}
