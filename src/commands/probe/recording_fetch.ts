import type { Fetch } from "../../client/send.ts";
import type { Clock } from "../../pace/clock.ts";
import type { Exchange } from "./exchange_lines.ts";

/** Most characters of a body that are kept: a thesis is far shorter, and a file need not be kept. */
const MAX_KEPT_CHARS = 4 * 1024 * 1024;

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A `fetch` that also records what was sent and what came back. */
export interface RecordingFetch {
  readonly fetch: Fetch;
  /** What went over the wire, in order; the last one may be unfinished. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Records every exchange of a `fetch` as it was on the wire, without changing it.
 * @param send The `fetch` to record.
 * @param clock Measures from the moment a request is sent.
 */
export function recordingFetch(send: Fetch, clock: Clock): RecordingFetch {
  const exchanges: Writable<Exchange>[] = [];
  return {
    exchanges,
    fetch: async (url, init) => {
      const startMs = clock.monotonicMs();
      const sinceMs = () => clock.monotonicMs() - startMs;
      const exchange: Writable<Exchange> = { request: await requestOf(url, init), body: "", tail: "", bytes: 0 };
      exchanges.push(exchange);
      const reply = await send(url, init);
      const { status, statusText, headers } = reply;
      exchange.reply = { status, statusText, headers: [...headers] };
      exchange.headMs = sinceMs();
      if (reply.body === null) return reply;
      return new Response(reply.body.pipeThrough(recorderOf(exchange, sinceMs)), { status, statusText, headers });
    },
  };
}

async function requestOf(url: string, init: RequestInit): Promise<Exchange["request"]> {
  const { method = "GET", headers, body } = init;
  const text = body instanceof Blob ? await body.text() : typeof body === "string" ? body : undefined;
  const type = body instanceof Blob && body.type !== "" ? [["content-type", body.type] as const] : [];
  return { method, url, headers: [...new Headers(headers), ...type], body: text };
}

function recorderOf(exchange: Writable<Exchange>, sinceMs: () => number) {
  const decoder = new TextDecoder();
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>(
    {
      transform(chunk, controller) {
        exchange.firstMs ??= sinceMs();
        exchange.endMs = sinceMs();
        exchange.bytes += chunk.byteLength;
        const text = decoder.decode(chunk, { stream: true });
        if (exchange.body.length < MAX_KEPT_CHARS) exchange.body += text;
        exchange.tail = (exchange.tail + text).slice(-64);
        controller.enqueue(chunk);
      },
      flush() {
        exchange.endMs = sinceMs();
      },
    },
    { highWaterMark: 1 },
    { highWaterMark: 0 },
  );
}
