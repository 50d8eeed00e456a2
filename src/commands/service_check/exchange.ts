import { Buffer } from "node:buffer";
import { piecesOf } from "../../client/body_reader.ts";
import { readConnectionFailure } from "../../client/connection_failure.ts";
import type { Fetch } from "../../client/send.ts";
import type { Clock } from "../../pace/clock.ts";

/** Most bytes of a body that are kept: a stream with pictures in it is far shorter. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

const LIMIT_HEADER = /^(?:x-)?rate-?limit(?:-|$)|^retry-after(?:-ms)?$/;

/** A request, as it goes out. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/**
 * How a request ended: `whole`, with its reply; `too long`, with the first {@linkcode MAX_BODY_BYTES}; `late`, at the
 * time limit; `broke`, with the connection; `unreachable`, not sent; `stopped`, by the person.
 */
export type Outcome = "whole" | "too long" | "late" | "broke" | "unreachable" | "stopped";

/** One request and what came back, as it was on the wire; it may hold the key. */
export class Exchange {
  readonly request: SentRequest;
  /** Head of the reply; undefined when none came. */
  reply: { readonly status: number; readonly statusText: string; readonly headers: Headers } | undefined;
  outcome: Outcome = "whole";
  /** Why it is not whole. */
  problem: string | undefined;
  /** Bytes of the body that were read; {@linkcode Exchange.bytes} are the first of them. */
  size = 0;
  /** The end of the body, as text. */
  tail = "";
  /** Milliseconds from sending to the head, to the first byte of the body, and to the end. */
  headMs: number | undefined;
  firstMs: number | undefined;
  endMs: number | undefined;
  readonly #clock: Clock;
  readonly #startMs: number;
  #pieces: Uint8Array[] = [];

  /** @param clock Measures from now on. */
  constructor(request: SentRequest, clock: Clock) {
    this.request = request;
    this.#clock = clock;
    this.#startMs = clock.monotonicMs();
  }

  /** Milliseconds since it was sent. */
  sinceMs(): number {
    return this.#clock.monotonicMs() - this.#startMs;
  }

  /** Notes the head of the reply. */
  begin({ status, statusText, headers }: Response): void {
    this.reply = { status, statusText, headers };
    this.headMs = this.sinceMs();
  }

  /** Notes a piece of the body. */
  add(piece: Uint8Array): void {
    this.endMs = this.sinceMs();
    this.firstMs ??= this.endMs;
    const room = MAX_BODY_BYTES - this.size;
    if (room > 0) this.#pieces.push(piece.subarray(0, room));
    this.size += piece.length;
    this.tail = (this.tail + new TextDecoder().decode(piece.subarray(-64))).slice(-64);
  }

  /** The body, or its start. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.#pieces));
  }

  /** The body, or its start, as text. */
  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** The value of a header of the reply. */
  header(name: string): string | undefined {
    return this.reply?.headers.get(name) ?? undefined;
  }

  /** What the service says about its limits. */
  get limits(): (readonly [name: string, value: string])[] {
    return [...this.reply?.headers ?? []].filter(([name]) => LIMIT_HEADER.test(name));
  }

  /** The same, without the key in any text. */
  redacted(redact: (text: string) => string): Exchange {
    const { method, url, headers, body } = this.request;
    const clean = (pairs: Iterable<readonly [string, string]>) =>
      Array.from(pairs, ([name, value]) => [redact(name), redact(value)] as const);
    const request = { method, url: redact(url), headers: clean(headers), body: body && redact(body) };
    const copy = Object.assign(new Exchange(request, this.#clock), { ...this, request, tail: redact(this.tail) });
    copy.#pieces = [new TextEncoder().encode(redact(this.text))];
    if (this.reply === undefined) return copy;
    const { status, statusText, headers: came } = this.reply;
    copy.reply = { status, statusText: redact(statusText), headers: new Headers(Object.fromEntries(clean(came))) };
    return copy;
  }
}

/** What a request may take. */
export interface AskOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Milliseconds from the start of a request to the end of its reply. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Most bytes of the body; {@linkcode MAX_BODY_BYTES} when absent. */
  readonly maxBytes?: number;
  /** Called after each piece of the body. */
  readonly onPiece?: (exchange: Exchange) => void;
}

/** Sends a request once, follows no redirect, and reads what comes back within the limits. */
export async function ask(request: SentRequest, options: AskOptions): Promise<Exchange> {
  const { clock, timeoutMs, signal, maxBytes = MAX_BODY_BYTES, onPiece } = options;
  const exchange = new Exchange(request, clock);
  const late = new AbortController();
  const cancel = clock.schedule(timeoutMs, () => late.abort(new Error("time limit")));
  const either = AbortSignal.any([signal, late.signal]);
  const ended = (outcome: Outcome, problem?: string) =>
    Object.assign(exchange, { outcome, problem, endMs: exchange.sinceMs() });
  try {
    const { method, url, headers, body = null } = request;
    const init = { method, headers: Object.fromEntries(headers), body };
    const reply = await options.fetch(url, { ...init, redirect: "manual", signal: either });
    exchange.begin(reply);
    for await (const piece of piecesOf(reply, either)) {
      exchange.add(piece);
      onPiece?.(exchange);
      if (exchange.size > maxBytes) return ended("too long", `it is longer than ${maxBytes} bytes`);
    }
    return ended("whole");
  } catch (error) {
    if (signal.aborted) return ended("stopped", "stopped");
    if (late.signal.aborted) return ended("late", `it was not complete within ${timeoutMs / 1000} s`);
    const { delivery, reason } = readConnectionFailure(error);
    return ended(delivery === "not_sent" && exchange.reply === undefined ? "unreachable" : "broke", reason);
  } finally {
    cancel();
  }
}

/**
 * A `fetch` that also records what went over the wire, in order, without changing it; the last exchange may be
 * unfinished.
 */
export function recordingFetch(send: Fetch, clock: Clock): { readonly fetch: Fetch; readonly exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  const fetch: Fetch = async (url, init) => {
    const exchange = new Exchange(await requestOf(url, init), clock);
    exchanges.push(exchange);
    const reply = await send(url, init);
    exchange.begin(reply);
    if (reply.body === null) return reply;
    const body = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>(
      {
        transform(piece, controller) {
          exchange.add(piece);
          controller.enqueue(piece);
        },
        flush: () => void (exchange.endMs = exchange.sinceMs()),
      },
      { highWaterMark: 1 },
      { highWaterMark: 0 },
    );
    const { status, statusText, headers } = reply;
    return new Response(reply.body.pipeThrough(body), { status, statusText, headers });
  };
  return { fetch, exchanges };
}

async function requestOf(url: string, init: RequestInit): Promise<SentRequest> {
  const { method = "GET", headers, body } = init;
  const text = body instanceof Blob ? await body.text() : typeof body === "string" ? body : undefined;
  const type = body instanceof Blob && body.type !== "" ? [["content-type", body.type] as const] : [];
  return { method, url, headers: [...new Headers(headers), ...type], body: text };
}
