import type { Fetch } from "../../src/client/send.ts";

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** The replies of a canned service by path; any other path is 404. */
export type CannedReplies = Readonly<Record<string, (request: SentRequest, signal: AbortSignal) => Response>>;

/** A service with canned replies that keeps the requests. */
export function cannedService(replies: CannedReplies): { readonly fetch: Fetch; readonly sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const request = new Request(url, init);
    init.signal?.throwIfAborted();
    sent.push({ method: request.method, url, headers: request.headers, body: await request.text() });
    const { pathname } = new URL(url);
    const reply = Object.entries(replies).find(([path]) => pathname.startsWith(path))?.[1];
    return reply?.(sent[sent.length - 1] as SentRequest, request.signal) ??
      new Response("nothing here", { status: 404 });
  };
  return { fetch, sent };
}

/** A reply that streams these events; with `isCut` the last line is missing. */
export function streamReply(
  events: readonly unknown[],
  { isCut = false, headers = {} }: { readonly isCut?: boolean; readonly headers?: Record<string, string> } = {},
): Response {
  const wire = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + (isCut ? "" : "data: [DONE]\n\n");
  return new Response(wire, { headers: { "content-type": "text/event-stream", "x-request-id": "req_7", ...headers } });
}

/** A reply whose body never ends after these events; reports when it is cancelled, by the body or the signal. */
export function openReply(events: readonly unknown[], left: () => void, signal?: AbortSignal): Response {
  const wire = new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(wire);
      signal?.addEventListener("abort", () => {
        left();
        controller.error(signal?.reason);
      }, { once: true });
    },
    cancel: left,
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "x-request-id": "req_7" } });
}
