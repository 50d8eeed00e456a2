import { objectIn } from "../text/json_read.ts";
import type { Clock } from "../pace/clock.ts";
import { DONE } from "../protocol/sse.ts";
import { encodeTape, type Tape, type TapeEnd, type TapeRequest } from "../stream/tape.ts";
import { createRedactor } from "../text/redact.ts";
import { type Fetch, requestIdOf } from "./send.ts";
import { sha256 } from "../disk/digest.ts";

/** Receives a tape when its reply has ended. The reader's last read waits for it, and fails if it fails. */
export type OnTape = (tape: string) => Promise<void> | void;

/** Statuses whose reply has no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` that records each reply as a tape while it is read; requests and replies are unchanged.
 *
 * @param send The `fetch` that sends.
 * @param options `clock` times the chunks from the start of the request.
 */
export function tapingFetch(
  send: Fetch,
  { clock, onTape }: { clock: Clock; onTape: OnTape },
): Fetch {
  return async (url, init) => {
    const startMs = clock.monotonicMs();
    const sinceMs = () => Math.round(clock.monotonicMs() - startMs);
    const request = await tapeRequestOf(url, init);
    const reply = await send(url, init);
    const { status, statusText, headers } = reply;
    const chunks: Tape["chunks"][number][] = [];
    const finish = (end: TapeEnd) =>
      onTape(encodeTape({
        request,
        status,
        contentType: headers.get("content-type") ?? undefined,
        requestId: requestIdOf(reply),
        chunks: withoutKey(chunks, new Headers(init.headers).get("authorization")),
        end,
        endMs: sinceMs(),
      }));
    const keep = (bytes: Uint8Array<ArrayBuffer>) => void chunks.push({ atMs: sinceMs(), bytes: bytes.slice() });
    const body = listenTo(reply.body ?? new Blob().stream(), keep, finish);
    return new Response(BODILESS.has(status) ? null : body, { status, statusText, headers });
  };
}

function listenTo(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  keep: (bytes: Uint8Array<ArrayBuffer>) => void,
  finish: (end: TapeEnd) => Promise<void> | void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let last: Uint8Array | undefined;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(async (error) => {
        await finish("broken");
        throw error;
      });
      if (done) {
        await finish("complete");
        return controller.close();
      }
      keep(value);
      last = value;
      controller.enqueue(value);
    },
    async cancel(reason) {
      await reader.cancel(reason).catch(() => {});
      await finish(wasLast(last) ? "complete" : "left");
    },
  }, { highWaterMark: 0 });
}

/** A reader stops at the line that ends a stream, so the tape is complete. */
function wasLast(chunk: Uint8Array | undefined): boolean {
  return new TextDecoder().decode(chunk).trimEnd().endsWith(`data: ${DONE}`);
}

/** Services repeat keys, and chunks may split one: then the chunks are joined and redacted. */
function withoutKey(chunks: Tape["chunks"], authorization: string | null): Tape["chunks"] {
  const text = chunks.map(({ bytes }) => latin1Of(bytes)).join("");
  const clean = createRedactor([(authorization ?? "").replace(/^Bearer /, "")])(text);
  if (clean === createRedactor([])(text)) return chunks; // nothing but bearer bonds looks like a key
  return [{ atMs: chunks.at(-1)?.atMs ?? 0, bytes: Uint8Array.from(clean, (char) => char.charCodeAt(0)) }];
}

/** One character per byte, which is lossless. */
function latin1Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** The part of a request that a tape records: no headers, and of the body its digest and model. */
export async function tapeRequestOf(url: string, { method = "GET", body }: RequestInit): Promise<TapeRequest> {
  const { pathname, search } = new URL(url);
  const text = body instanceof Blob ? await body.text() : typeof body === "string" ? body : undefined;
  return {
    method,
    path: pathname + search,
    bodySha256: text === undefined ? undefined : sha256(text),
    model: text === undefined ? undefined : modelOf(text),
  };
}

function modelOf(body: string): string | undefined {
  const model = objectIn(body)?.["model"];
  return typeof model === "string" ? model : undefined;
}
