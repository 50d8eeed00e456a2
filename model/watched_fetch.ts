import type { Fetch } from "../src/client/send.ts";
import { cut } from "../src/text/cut.ts";

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

/**
 * Sends one request and watches what comes back.
 * @param seen Filled with what came.
 * @param onBytes Called with each piece that arrives.
 */
export function watchedFetch(fetch: Fetch, seen: Seen, onBytes: () => void): typeof globalThis.fetch {
  return async (input, init = {}) => {
    // A redirect would carry the question to an address that nobody named
    const reply = await fetch(input instanceof Request ? input.url : String(input), { ...init, redirect: "manual" });
    seen.status = reply.status;
    seen.headers = reply.headers;
    const type = reply.headers.get("content-type") ?? "";
    if (!reply.ok) return new Response(seen.body = await beginningOf(reply, onBytes), reply);
    if (/html|json/.test(type)) {
      seen.body = await beginningOf(reply, onBytes);
      seen.wrong = `it sent ${type.split(";")[0]} instead of a stream of events`;
      return new Response("", reply);
    }
    const { signal } = init;
    return new Response(reply.body && ReadableStream.from(watched(reply.body, { seen, onBytes, signal })), reply);
  };
}

async function* watched(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { seen, onBytes, signal }: {
    readonly seen: Seen;
    readonly onBytes: () => void;
    readonly signal: AbortSignal | null | undefined;
  },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let bytes = 0;
  const reader = body.getReader();
  // fetch forgets its signal with its garbage: a reply of some seconds went on at the server after an abort
  const leave = () => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", leave, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const piece = next.value;
      onBytes();
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new RangeError(seen.wrong = `it sent more than ${MAX_BYTES / 2 ** 20} MiB`);
      yield piece;
    }
  } catch (error) {
    seen.isCut = seen.wrong === undefined;
    throw error;
  } finally {
    signal?.removeEventListener("abort", leave);
    leave();
  }
}

async function beginningOf(reply: Response, onBytes: () => void): Promise<string> {
  let text = "";
  for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    onBytes();
    text += piece;
    if (text.length > MAX_BODY_CHARS) break;
  }
  return cut(text, MAX_BODY_CHARS);
}
