/** A local server that answers as sources of files do, with their faults, and records every request with its time. */
import { createHash } from "node:crypto";

/** What a source answers to an address. */
export interface MadeReply {
  /** Default: 200. */
  readonly status?: number;
  readonly body: string | Uint8Array;
  /** Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a request; undefined for an address that the source does not have. */
export type MadeRoute = (url: URL, headers: Headers) => MadeReply | undefined;

/** What may go wrong with a reply. */
export type Fault =
  /** 403, as EDGAR answers to an address that asks too often. */
  | "forbidden"
  /** 429 with `Retry-After`. */
  | "too_many"
  /** 503 without `Retry-After`. */
  | "unavailable"
  /** A page of HTML with status 200. */
  | "page"
  /** Half of the body, and the connection is closed. */
  | "cut"
  /** The connection is closed before the reply. */
  | "reset"
  /** The body comes in pieces, with pauses. */
  | "slow"
  /** The body stops in the middle, and the connection stays. */
  | "stalled";

/** Every fault that another attempt or another start overcomes. */
export const FAULTS: readonly Fault[] = ["forbidden", "too_many", "unavailable", "page", "cut", "reset", "slow"];

/** A request as the server saw it. */
export interface Seen {
  /** When it came, in milliseconds of a clock that all requests share. */
  readonly atMs: number;
  /** Name and port that it was sent to. */
  readonly host: string;
  readonly path: string;
  readonly status: number;
  /** Bytes of the body that were sent. */
  readonly bytes: number;
  readonly fault: Fault | undefined;
}

/** A running server. */
export interface SourceServer extends AsyncDisposable {
  readonly port: number;
  readonly seen: readonly Seen[];
  /** Changes what happens to requests from now on. */
  faultOf: (request: { readonly path: string; readonly number: number }) => Fault | undefined;
  /** Resolves when this many requests have come. */
  reached(count: number): Promise<void>;
}

const SLOW_PIECES = 4;
const SLOW_MS = 20;

/** Starts a server on a free port; its routes are asked in order. */
export function sourceServer(...routes: readonly MadeRoute[]): SourceServer {
  const seen: Seen[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const open = new Set<() => void>();
  const server: SourceServer = {
    get port() {
      return http.addr.port;
    },
    seen,
    faultOf: () => undefined,
    reached: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (seen.length >= count) resolve();
      else waiting.push({ count, resolve });
      return promise;
    },
    async [Symbol.asyncDispose]() {
      for (const close of open) close();
      await http.shutdown();
    },
  };
  const http = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {}, onError: () => new Response() },
    (request) => {
      const url = new URL(request.url);
      const path = url.pathname + url.search;
      const fault = server.faultOf({ path, number: seen.length });
      const made = answerOf(routes, { url, request, fault });
      seen.push({ atMs: performance.now(), host: url.host, path, status: made.status, bytes: made.body.length, fault });
      for (const one of waiting) if (seen.length >= one.count) one.resolve();
      return responseOf(made, { fault, open });
    },
  );
  return server;
}

interface Whole {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

function answerOf(
  routes: readonly MadeRoute[],
  { url, request, fault }: { readonly url: URL; readonly request: Request; readonly fault: Fault | undefined },
): Whole {
  if (fault === "forbidden") return whole({ status: 403, body: "Request Rate Threshold Exceeded" });
  if (fault === "too_many") return whole({ status: 429, body: "slow down", headers: { "retry-after-ms": "40" } });
  if (fault === "unavailable") return whole({ status: 503, body: "" });
  if (fault === "page") {
    return whole({ body: "<!DOCTYPE html><title>Sign in</title>", headers: { "content-type": "text/html" } });
  }
  const found = routes.map((route) => route(url, request.headers)).find((reply) => reply !== undefined);
  const made = whole(found ?? { status: 404, body: "not found" });
  if (made.status !== 200) return made;
  const etag = `"${createHash("sha256").update(made.body).digest("hex").slice(0, 16)}"`;
  if (request.headers.get("if-none-match") === etag) return { ...whole({ status: 304, body: "" }), headers: { etag } };
  return { ...made, headers: { etag, ...made.headers } };
}

function whole({ status = 200, body, headers = {} }: MadeReply): Whole {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  return { status, body: bytes, headers };
}

function responseOf(
  { status, body, headers }: Whole,
  { fault, open }: { readonly fault: Fault | undefined; readonly open: Set<() => void> },
): Response {
  const head = { status, headers: { ...headers, "content-length": String(body.length) } };
  if (status === 304) return new Response(null, { status, headers });
  if (fault === "cut") return new Response(streamOf([body.subarray(0, body.length / 2)], { fails: true }), head);
  if (fault === "reset") return new Response(streamOf([], { fails: true }), head);
  if (fault === "slow") {
    const size = Math.ceil(body.length / SLOW_PIECES);
    const pieces = Array.from({ length: SLOW_PIECES }, (_, at) => body.subarray(size * at, size * (at + 1)));
    return new Response(streamOf(pieces, { everyMs: SLOW_MS }), head);
  }
  if (fault !== "stalled") return new Response(body, head);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(body.subarray(0, body.length / 2));
      open.add(() => controller.error(new Error("closed")));
    },
  });
  return new Response(stream, head);
}

/** A body in pieces. */
function streamOf(
  pieces: readonly Uint8Array[],
  { fails = false, everyMs = 0 }: { readonly fails?: boolean; readonly everyMs?: number },
): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream({
    async pull(controller) {
      const piece = left.shift();
      if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
      if (piece !== undefined) return controller.enqueue(piece);
      if (fails) controller.error(new Error("the source breaks off"));
      else controller.close();
    },
  });
}

/** The most requests that came within any second, of one host. */
export function mostInASecond(seen: readonly Seen[], host: string): number {
  const times = seen.filter((one) => one.host === host).map(({ atMs }) => atMs);
  return Math.max(0, ...times.map((from, at) => times.slice(at).filter((time) => time - from < 1_000).length));
}
