import type { IncomingMessage } from "node:http";
import { RequestError } from "../protocol/request_error.ts";

/** Options of reading a request. */
export interface ReadRequestOptions {
  /** Accepted values of `Host`; any when absent. */
  readonly hosts: readonly string[] | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Converts a request of `node:http` to a `Request`.
 *
 * @throws {RequestError} 400 for ambiguous requests: a repeated `Authorization` (`node:http` silently takes the
 * first), a foreign `Host`, a path that URL parsing would change.
 */
export function readRequest(incoming: IncomingMessage, { hosts, signal }: ReadRequestOptions): Request {
  const headers = readHeaders(incoming.rawHeaders);
  const host = incoming.headers.host ?? "";
  if (hosts && !hosts.includes(host.toLowerCase())) throw ambiguous("its Host is not this service", "invalid_host");
  const { method = "GET" } = incoming;
  const init = { method, headers, signal };
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(readUrl(host, incoming.url ?? ""), hasBody ? { ...init, body: bodyOf(incoming) } : init);
}

function readHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = raw.slice(at, at + 2);
    if (name.toLowerCase() === "authorization" && headers.has(name)) {
      throw ambiguous("it has more than one Authorization", "repeated_header");
    }
    headers.append(name, value);
  }
  return headers;
}

/** Accepts only paths that URL parsing leaves unchanged: none is collapsed, decoded or resolved. */
function readUrl(host: string, raw: string): string {
  const url = URL.parse(`http://${host}${raw}`);
  const isSame = url !== null && raw.startsWith("/") && `${url.pathname}${url.search}` === raw && url.hash === "";
  if (!isSame) throw ambiguous("its path is not plain", "invalid_path");
  return url.href;
}

/** Reads on demand; the rest of a cancelled body is dropped with the connection. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  }, { highWaterMark: 0 });
}

function ambiguous(state: string, code: string): RequestError {
  return new RequestError(`Cannot read the request: ${state}`, { status: 400, code });
}
