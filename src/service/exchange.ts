import type { Reply } from "./reply.ts";

/** A request as the service reads it; a web `Request` is one. */
export interface ServiceRequest {
  /** In upper case. */
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Names are matched without case; repeated headers are joined by `, `. */
  readonly headers: Pick<Headers, "get" | "has">;
  /** Read once, on demand; `null` for a request without a body. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** What is sent back: a finished text, or a `Response` for a stream or bytes. */
export type Outgoing = Reply | Response;

/** An answered request. */
export interface Exchanged {
  /** What is sent back, with the headers of every reply. */
  readonly outgoing: Outgoing;
  /** Name of the request, also in its reply. */
  readonly requestId: string;
  /** Identifier of the caller; absent when the key was not accepted. */
  readonly owner: string | undefined;
}

/** Adds headers to what is sent back. */
export function withHeaders(outgoing: Outgoing, headers: Readonly<Record<string, string>>): Outgoing {
  if (!(outgoing instanceof Response)) return { ...outgoing, headers: { ...outgoing.headers, ...headers } };
  for (const [name, value] of Object.entries(headers)) outgoing.headers.set(name, value);
  return outgoing;
}

/** The same headers without the body, as HEAD is answered; a stream is not begun. */
export function withoutBody(outgoing: Outgoing): Outgoing {
  if (outgoing instanceof Response) {
    void outgoing.body?.cancel();
    return new Response(null, { status: outgoing.status, headers: outgoing.headers });
  }
  const length = String(new TextEncoder().encode(outgoing.body).length);
  return { ...outgoing, headers: { "content-length": length, ...outgoing.headers }, body: "" };
}
