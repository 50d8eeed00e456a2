import { readServiceError, type ServiceErrorBody } from "../protocol/service_error.ts";
import { REQUEST_ID_HEADER, type Route } from "../protocol/route.ts";
import { AbortedError, ConnectionError, HttpError, TimeoutError } from "./errors.ts";
import type { Watch } from "./watch.ts";

/** Sends a request as the global `fetch` does; the embedded service is reached through one of its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where requests go, and with which key. */
export interface Address {
  /** Address of the service, without a trailing `/` or `/v1`. */
  readonly baseUrl: string;
  /** Checked key: one line of visible ASCII. */
  readonly apiKey: string | undefined;
  readonly fetch: Fetch;
  /** Takes the key out of what a service says: some repeat it in their refusal. */
  redact(text: string): string;
}

/** One request. */
export interface Outgoing {
  /** Completes the sentence "Cannot ...". */
  readonly action: string;
  readonly method: Route["method"];
  readonly path: string;
  /** Media type the reply must have; any when absent. */
  readonly accept: string | undefined;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const EXCERPT_BYTES = 16 * 1024;

/**
 * Sends one request, once, and gives the reply when its head is a success of the wanted type.
 *
 * @throws {HttpError} when the status is not 200, or the body is of another type.
 * @throws {ConnectionError} when no reply came.
 * @throws {TimeoutError} when a limit of the watch passed.
 * @throws {AbortedError} when the caller's signal stopped it.
 */
export async function send(address: Address, outgoing: Outgoing, watch: Watch): Promise<Response> {
  watch.await("headersMs");
  let reply: Response;
  try {
    reply = await address.fetch(address.baseUrl + outgoing.path, requestInit(address, outgoing, watch.signal));
  } catch (error) {
    throw explain(outgoing.action, error, watch.signal);
  }
  watch.pause();
  if (reply.status !== 200) throw await refusal(address, outgoing, { reply, watch });
  const mediaType = mediaTypeOf(reply);
  if (outgoing.accept === undefined || mediaType === outgoing.accept) return reply;
  throw await wrongType(address, outgoing, { reply, watch });
}

/** The media type of a reply without its parameters, lower case; empty when it has none. */
export function mediaTypeOf(reply: Response): string {
  return (reply.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** The service's name for the request, where it gave one. */
export function requestIdOf(reply: Response): string | undefined {
  return reply.headers.get(REQUEST_ID_HEADER) ?? reply.headers.get("request-id") ?? undefined;
}

/** The failures of Deno's fetch that prove that no byte of the request left the machine; it has no code for them. */
const NOT_SENT = /client error \(Connect\)|Requests to port \d+ are blocked|Requires net access/;

function wholeMessage(error: unknown): string {
  return error instanceof Error ? `${error.message} ${wholeMessage(error.cause)}` : String(error);
}

/** What broke a call, as an error of ours: a limit, the caller, or the connection. */
export function explain(action: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.reason instanceof TimeoutError) return signal.reason;
  if (signal.aborted) return new AbortedError(action, { cause: signal.reason });
  if (!(error instanceof TypeError)) return error; // by its standard, fetch calls every network failure a TypeError
  const delivery = NOT_SENT.test(wholeMessage(error)) ? "not_sent" : "maybe_sent";
  const reason = delivery === "not_sent" ? "the service cannot be reached" : "the connection broke";
  return new ConnectionError(action, reason, { delivery, cause: error });
}

function requestInit(address: Address, outgoing: Outgoing, signal: AbortSignal): RequestInit {
  const { method, accept, json, headers } = outgoing;
  return {
    method,
    signal,
    redirect: "manual", // a redirect would carry the request, and some keys, to another origin
    headers: {
      ...headers,
      accept: accept ?? "*/*",
      "accept-encoding": "identity", // no compression, no bomb
      ...(address.apiKey === undefined ? {} : { authorization: `Bearer ${address.apiKey}` }),
    },
    // A Blob: Deno repeats a POST whose body is text or bytes when a pooled connection dies (denoland/deno#35610).
    ...(json === undefined ? {} : { body: new Blob([JSON.stringify(json)], { type: "application/json" }) }),
  };
}

/** A reply that is not wanted, and the limits it is read under. */
interface Unwanted {
  readonly reply: Response;
  readonly watch: Watch;
}

async function refusal(address: Address, { action }: Outgoing, { reply, watch }: Unwanted): Promise<HttpError> {
  const body = address.redact(await excerptOf(reply, watch));
  const isRedirect = reply.status >= 300 && reply.status < 400;
  const error: ServiceErrorBody | undefined = isRedirect
    ? { message: "it redirects, which is not followed; set the address it redirects to as base URL" }
    : errorIn(body);
  return new HttpError(action, { status: reply.status, error, body, requestId: requestIdOf(reply) });
}

async function wrongType(
  address: Address,
  { action, accept }: Outgoing,
  { reply, watch }: Unwanted,
): Promise<HttpError> {
  const body = address.redact(await excerptOf(reply, watch));
  const got = mediaTypeOf(reply) || "no content type";
  const error = { message: `the body is ${got}, not ${accept}${body === "" ? ", and empty" : ""}` };
  return new HttpError(action, { status: reply.status, error, body, requestId: requestIdOf(reply) });
}

function errorIn(body: string): ServiceErrorBody | undefined {
  try {
    return readServiceError(JSON.parse(body));
  } catch {
    return body.trim() === "" || body.trimStart().startsWith("<") ? undefined : { message: body.trim().slice(0, 200) };
  }
}

/** The start of a body, for an error: a broken or endless body must not hide the status. */
async function excerptOf(reply: Response, watch: Watch): Promise<string> {
  const reader = reply.body?.getReader();
  if (reader === undefined) return "";
  const text = new TextDecoder();
  let excerpt = "";
  try {
    watch.await("headersMs");
    while (excerpt.length < EXCERPT_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      excerpt += text.decode(value, { stream: true });
    }
  } catch {
    return excerpt;
  } finally {
    watch.pause();
    await reader.cancel().catch(() => {});
  }
  return excerpt;
}
