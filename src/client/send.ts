import { readRetryAfter } from "../pace/retry_delay.ts";
import { jsonOr } from "../protocol/parse_json.ts";
import { readServiceError, type ServiceErrorBody } from "../protocol/service_error.ts";
import { IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, type Route } from "../protocol/route.ts";
import { piecesOf } from "./body_reader.ts";
import { canUnpack, codingOf } from "./coding.ts";
import { readConnectionFailure } from "./connection_failure.ts";
import type { Delivery } from "../protocol/errors.ts";
import { AbortedError, ConnectionError, HttpError, TimeoutError } from "./errors.ts";
import { fetchFollowing, type Followed } from "./redirects.ts";
import type { Watch } from "./watch.ts";

/** Sends a request as the global `fetch` does; the embedded service is reached through one of its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A service, and how to reach it. */
export interface Address {
  /** Address of the service, without a trailing `/` or `/v1`. */
  readonly baseUrl: string;
  /** Headers of each request: custom ones and the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  /** Called with each reply. */
  note(reply: Response): void;
  /** The wall clock, for a `Retry-After` with a date. */
  now(): Date;
  /** Redacts the key from texts of a service: some repeat it in refusals. */
  redact(text: string): string;
}

/** One request. */
export interface Outgoing {
  /** Completes the sentence "Cannot ...". */
  readonly action: string;
  readonly method: Route["method"];
  readonly path: string;
  /** Required media type of the reply; any when absent. */
  readonly accept: string | undefined;
  /** Whether a body of another type, or packed, is taken too; whoever reads it sees what it is. */
  readonly isAnyForm?: boolean | undefined;
  /** Whether redirects are followed; the key stays with its origin. */
  readonly isFollowed?: boolean | undefined;
  /** Whether a part of the body (206) is a success too. */
  readonly isPart?: boolean | undefined;
  readonly json?: unknown;
  /** Identifies the request; see `CallOptions`. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const EXCERPT_BYTES = 16 * 1024;

/**
 * Sends one request, once, and returns the reply when its head is a success of the required type.
 *
 * @throws {HttpError} when the status is not 200 to 203, or the body is of another type, or compressed.
 * @throws {ConnectionError} when no reply arrived.
 * @throws {TimeoutError} when a limit of the watch passed.
 * @throws {AbortedError} when the caller's signal stopped it.
 */
export async function send(address: Address, outgoing: Outgoing, watch: Watch): Promise<Response> {
  if (watch.signal.aborted) throw stopped(outgoing.action, watch.signal, "not_sent");
  watch.await("headersMs");
  let followed: Followed;
  try {
    const url = address.baseUrl + outgoing.path;
    const init = requestInit(address, outgoing, watch);
    followed = outgoing.isFollowed === true
      ? await fetchFollowing({ url, init }, address)
      : { reply: await address.fetch(url, init) };
  } catch (error) {
    throw explain(outgoing.action, error, watch.signal);
  }
  watch.pause();
  const { reply, host, problem } = followed;
  if (host === undefined) address.note(reply);
  const refusal = problem === undefined ? refusalOf(reply, outgoing, address.redact) : says(problem);
  if (refusal === undefined) return reply;
  const action = host === undefined ? outgoing.action : `${outgoing.action} from ${host}`;
  throw await httpError(address, { ...outgoing, action }, { reply, watch, refusal });
}

/** The media type of a reply without its parameters, lower case; empty when it has none. */
export function mediaTypeOf(reply: Response): string {
  return (reply.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** The service's identifier of the request, if it sent one. */
export function requestIdOf(reply: Response): string | undefined {
  return reply.headers.get(REQUEST_ID_HEADER) ?? reply.headers.get("request-id") ?? undefined;
}

/** Maps the cause of a failed call to an error: a limit, the caller, or the connection. */
export function explain(action: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return stopped(action, signal, "maybe_sent");
  // fetch throws a TypeError for every network failure; a missing permission has a class of its own.
  if (!(error instanceof TypeError || (error instanceof Error && error.name === "NotCapable"))) return error;
  const { delivery, reason } = readConnectionFailure(error);
  return new ConnectionError(action, reason, { delivery, cause: error });
}

function stopped(action: string, { reason }: AbortSignal, delivery: Delivery): TimeoutError | AbortedError {
  return reason instanceof TimeoutError ? reason : new AbortedError(action, { cause: reason, delivery });
}

function requestInit(address: Address, outgoing: Outgoing, watch: Watch) {
  const { method, json } = outgoing;
  return {
    method,
    signal: watch.signal,
    redirect: "manual", // a redirect would carry the request, and some keys, to another origin
    headers: headersOf(address, outgoing),
    body: json === undefined ? null : JSON.stringify(json),
  } satisfies RequestInit;
}

function headersOf(
  address: Address,
  { accept = "*/*", json, idempotencyKey, headers }: Outgoing,
): Record<string, string> {
  return {
    ...address.headers,
    ...headers,
    ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    accept,
    "accept-encoding": "identity", // no compression, no bomb
    ...(json === undefined ? {} : { "content-type": "application/json" }),
  };
}

/** Why a reply is rejected; without an `error`, its body says why. */
interface Refusal {
  readonly error: ((isEmpty: boolean) => ServiceErrorBody) | undefined;
}

function refusalOf(
  reply: Response,
  { accept, isPart, isAnyForm = false }: Outgoing,
  redact: Address["redact"],
): Refusal | undefined {
  const { status } = reply;
  if (status >= 300 && status < 400) {
    return says("it redirects, and redirects are not followed; use the address it redirects to as base URL");
  }
  if (status === 206 && isPart !== true) return says("it sent a part, but the whole body was requested");
  if (status < 200 || status > 203 && status !== 206) return { error: undefined };
  const coding = codingOf(reply);
  if (coding !== "" && !(isAnyForm && canUnpack(coding))) {
    const packed = redact(reply.headers.get("content-encoding") ?? "").trim();
    const way = isAnyForm ? "; gzip and deflate can be unpacked, and it was asked for neither" : "";
    return says(`the body is compressed (${packed}), which was not requested${way}`);
  }
  if (isAnyForm || accept === undefined || mediaTypeOf(reply) === accept) return undefined;
  return { error: (isEmpty) => ({ message: otherType(reply, { accept, isEmpty, redact }) }) };
}

/** What a reply calls itself, for a person; redacted whole, because a key that is cut or lower case is not found. */
export function typeWords(reply: Response, redact: Address["redact"]): string {
  return redact(reply.headers.get("content-type") ?? "").split(";", 1)[0]?.trim() ?? "";
}

/** Says that a body is of another type than the one that was requested. */
export function otherType(
  reply: Response,
  { accept, isEmpty, redact }: Pick<Address, "redact"> & { readonly accept: string; readonly isEmpty: boolean },
): string {
  return `the body is ${typeWords(reply, redact) || "no content type"}, not ${accept}${isEmpty ? ", and empty" : ""}`;
}

function says(message: string): Refusal {
  return { error: () => ({ message }) };
}

/** A rejected reply, why, and the watch for reading its body. */
interface Unwanted {
  readonly reply: Response;
  readonly watch: Watch;
  readonly refusal: Refusal;
}

async function httpError(
  address: Address,
  { action }: Outgoing,
  { reply, watch, refusal }: Unwanted,
): Promise<HttpError> {
  const body = address.redact(await excerptOf(reply, watch));
  const { status, headers } = reply;
  const shouldRetry = headers.get("x-should-retry");
  return new HttpError(action, {
    status,
    error: refusal.error === undefined ? errorIn(body) : refusal.error(body === ""),
    body,
    requestId: requestIdOf(reply),
    retryAfterMs: readRetryAfter(headers, address.now()),
    shouldRetry: shouldRetry === "true" || (shouldRetry === "false" ? false : undefined),
  });
}

function errorIn(body: string): ServiceErrorBody | undefined {
  const json = jsonOr(body, undefined);
  if (json !== undefined) return readServiceError(json);
  return body.trim() === "" || body.trimStart().startsWith("<") ? undefined : { message: body.trim().slice(0, 200) };
}

/** The start of a body, for an error; a broken or endless body must not hide the status. */
async function excerptOf(reply: Response, watch: Watch): Promise<string> {
  const text = new TextDecoder();
  let excerpt = "";
  watch.await("headersMs");
  try {
    for await (const piece of piecesOf(reply, watch.signal)) {
      excerpt += text.decode(piece, { stream: true });
      if (excerpt.length >= EXCERPT_BYTES) break;
    }
  } catch {
    return excerpt;
  } finally {
    watch.pause();
  }
  return excerpt;
}
