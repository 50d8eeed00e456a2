import type { IncomingMessage } from "node:http";
import { type RefusalStatus, RequestError } from "../protocol/request_error.ts";
import type { ServiceRequest } from "../service/exchange.ts";
import type { HostCheck } from "./hosts.ts";
import { IncomingBody } from "./incoming_body.ts";

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
