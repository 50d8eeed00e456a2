import type { IncomingMessage } from "node:http";
import { type RefusalStatus, RequestError } from "../protocol/request_error.ts";
import type { ServiceRequest } from "../service/exchange.ts";
import type { HostCheck } from "./hosts.ts";

/** Most headers of a request; `node:http` reads one more, so that a longer list is seen and not cut. */
export const MAX_HEADERS = 100;

/** Options of reading a request. */
export interface ReadRequestOptions {
  /** Bytes that were read from the connection before this request. */
  readonly bytesBefore: number;
  readonly isOurHost: HostCheck;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Presents a request of `node:http` to the service. What anybody may send, with or without a key, costs little: no
 * web object is made, and of the headers only those are read that the service asks for.
 *
 * @throws {RequestError} 400 for ambiguous requests: a repeated `Authorization` (`node:http` silently takes the
 * first), two `Host`s or a foreign one, a path that URL parsing would change; 431 for too many headers.
 */
export function readRequest(
  incoming: IncomingMessage,
  { isOurHost, signal, bytesBefore }: ReadRequestOptions,
): ServiceRequest {
  const { method = "GET", rawHeaders, url = "" } = incoming;
  if (rawHeaders.length > MAX_HEADERS * 2) {
    throw refusal(`it has more than ${MAX_HEADERS} headers`, "too_many_headers", 431);
  }
  const headers = new RawHeaders(rawHeaders);
  if (headers.count("authorization") > 1) throw refusal("it has more than one Authorization", "repeated_header");
  if (headers.count("host") > 1) throw refusal("it has more than one Host", "repeated_header");
  const host = headers.get("host") ?? "";
  if (!isOurHost(host)) throw refusal("its Host is not this service", "invalid_host");
  const body = method === "GET" || method === "HEAD" ? null : new IncomingBody(incoming, bytesBefore);
  return { method, url: readUrl(host, url), headers, body, signal };
}

/** The headers of a request, as they came: pairs of name and value. */
class RawHeaders implements Pick<Headers, "get" | "has"> {
  readonly #pairs: readonly string[];

  constructor(pairs: readonly string[]) {
    this.#pairs = pairs;
  }

  get(name: string): string | null {
    let joined: string | null = null;
    for (let at = 0; at < this.#pairs.length; at += 2) {
      if (!this.#isNamed(at, name)) continue;
      const value = this.#pairs[at + 1]?.trim() ?? "";
      joined = joined === null ? value : `${joined}, ${value}`;
    }
    return joined;
  }

  has(name: string): boolean {
    return this.count(name) > 0;
  }

  count(name: string): number {
    let count = 0;
    for (let at = 0; at < this.#pairs.length; at += 2) {
      if (this.#isNamed(at, name)) count++;
    }
    return count;
  }

  #isNamed(at: number, name: string): boolean {
    const own = this.#pairs[at] ?? "";
    return own.length === name.length && own.toLowerCase() === name.toLowerCase();
  }
}

/** Accepts only paths that URL parsing leaves unchanged: none is collapsed, decoded or resolved. */
function readUrl(host: string, raw: string): string {
  const url = URL.parse(`http://${host}${raw}`);
  const isSame = url !== null && raw.startsWith("/") && `${url.pathname}${url.search}` === raw && url.hash === "";
  if (!isSame) throw refusal("its path is not plain", "invalid_path");
  return url.href;
}

function refusal(state: string, code: string, status: RefusalStatus = 400): RequestError {
  return new RequestError(`Cannot read the request: ${state}`, { status, code });
}

/** Most bytes of chunk extensions in a body, as in Node; the parser of Deno has no limit. */
const MAX_EXTENSION_BYTES = 16_384;
/** Longest size of a chunk, and the ends of its lines. */
const CHUNK_FRAME_BYTES = 20;
/** Chunks kept for a reader that is not ready. */
const MAX_KEPT_CHUNKS = 16;

/**
 * The bytes of a request, on demand, once. A reader may leave early: the connection stays whole, so that its
 * refusal arrives.
 */
class IncomingBody implements AsyncIterable<Uint8Array> {
  readonly #incoming: IncomingMessage;
  readonly #bytesBefore: number;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #frames = 0;
  #end: "open" | "whole" | "broken" = "open";
  #wake = () => {};

  /** `bytesBefore` is what was read from the connection before this request. */
  constructor(incoming: IncomingMessage, bytesBefore: number) {
    this.#incoming = incoming;
    this.#bytesBefore = bytesBefore;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const keep = (chunk: Uint8Array) => this.#keep(chunk);
    const whole = () => finish("whole");
    const broken = () => finish("broken");
    const finish = (end: "whole" | "broken") => {
      this.#incoming.off("data", keep).off("end", whole).off("error", broken).off("close", broken);
      this.#end = end;
      this.#wake();
    };
    this.#incoming.on("data", keep).on("end", whole).on("error", broken).on("close", broken);
    return { next: () => this.#next() };
  }

  #keep(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#frames++;
    if (this.#chunks.length >= MAX_KEPT_CHUNKS) this.#incoming.pause();
    this.#wake();
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#chunks.length === 0 && this.#end === "open") {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const value = this.#chunks.shift();
    if (value !== undefined) {
      if (this.#chunks.length === 0 && this.#incoming.isPaused()) this.#incoming.resume();
      return { done: false, value };
    }
    if (this.#end === "broken") throw new DOMException("The client disconnected", "AbortError");
    this.#checkExtensions();
    return { done: true, value: undefined };
  }

  /** The parser tells nothing of extensions: what is neither header nor chunk was one. */
  #checkExtensions(): void {
    const { headers, rawHeaders, rawTrailers, socket } = this.#incoming;
    if (headers["transfer-encoding"] === undefined) return;
    const lines = [...rawHeaders, ...rawTrailers].reduce((sum, { length }) => sum + length + ": ".length, 0);
    const known = this.#bytesBefore + lines + this.#bytes + this.#frames * CHUNK_FRAME_BYTES;
    if (socket.bytesRead - known <= MAX_EXTENSION_BYTES) return;
    throw new RequestError("Cannot read the request: the chunks of its body carry too many extensions", {
      status: 400,
      code: "invalid_body",
    });
  }
}
