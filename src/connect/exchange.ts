import { Buffer } from "node:buffer";
import { enterBodies, limitedBody } from "../client/body.ts";
import { readConnectionFailure } from "../client/connection_failure.ts";
import { TimeoutError } from "../client/errors.ts";
import { hashOf, readDigest } from "../client/file_body.ts";
import { FILE_LIMITS } from "../client/limits.ts";
import { REDIRECTS, targetOf } from "../client/redirects.ts";
import { Watch } from "../client/watch.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Clock } from "../pace/clock.ts";
import type { FetchLimits } from "./fetch_limits.ts";
import type { SourceRequest } from "./source.ts";

/** Sends a request over the network. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a request is sent. */
export interface ExchangeOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly limits: FetchLimits;
  /** Hosts that may be asked; a redirect to another one is not followed. */
  readonly hosts: readonly string[];
  /** Resolves when a request may leave. */
  turn(): Promise<void>;
  /** Headers beside those of the request: on which condition it is sent. */
  readonly conditions: Readonly<Record<string, string>>;
  /** Ends the exchange at once. */
  readonly giveUp: AbortSignal;
}

/** A reply that was read to its end. */
export interface SourceReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Bytes of the body as they came over the network, where the head says it. */
  readonly transferred: number;
}

/** Why there is no whole reply. */
export interface BrokenReply {
  /** A sentence without a full stop. */
  readonly broken: string;
  /** Whether another attempt would end in the same way. */
  readonly isLasting: boolean;
  /** Whether it says nothing about the next request: too large, or a redirect that leads nowhere. */
  readonly isOfThisFile: boolean;
}

const MAX_REDIRECTS = 5;
const DEFAULT_MAX_BYTES = 128 * 1024 * 1024;
/** What is read of the reply to a request that failed. */
const MAX_ERROR_BYTES = 65_536;

/** Sends a request, follows its redirects within the hosts, and reads its reply under the limits. */
export async function exchange(request: SourceRequest, options: ExchangeOptions): Promise<SourceReply | BrokenReply> {
  let url = withSecrets(request);
  for (let followed = 0;; followed++) {
    await options.turn();
    const reply = await readOne(url, request, options);
    if ("broken" in reply || !REDIRECTS.includes(reply.status)) return reply;
    const target = targetOf(reply, url);
    const problem = followed === MAX_REDIRECTS
      ? "it redirects in a circle"
      : redirectProblem(target, url, options.hosts);
    if (target === undefined || problem !== undefined) return ofThisFile(problem ?? "it redirects to nowhere");
    url = target.href;
  }
}

/** Appended as text: `URLSearchParams` would write the rest of the query in another way. */
function withSecrets({ url, secretParameters = {} }: SourceRequest): string {
  const pairs = Object.entries(secretParameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

async function readOne(
  url: string,
  request: SourceRequest,
  { clock, limits, conditions, giveUp, ...options }: ExchangeOptions,
): Promise<SourceReply | BrokenReply> {
  const watch = new Watch(clock, { ...FILE_LIMITS, ...limits }, { action: "get reply", signal: giveUp });
  try {
    watch.await("headersMs");
    const headers = { "accept-encoding": "gzip", ...request.headers, ...conditions };
    const reply = await options.fetch(url, { headers, redirect: "manual", signal: watch.signal });
    const most = reply.status === 200 ? request.maxBytes ?? DEFAULT_MAX_BYTES : MAX_ERROR_BYTES;
    const body = await startOf(reply, watch, most);
    if (reply.status !== 200) return replyOf(reply, body);
    if (body.length > most) return ofThisFile(`it is larger than ${most} bytes`);
    const [name, hex] = readDigest(reply) ?? [];
    if (hex === undefined || hashOf(name).update(body).digest("hex") === hex) return replyOf(reply, body);
    return again(`its ${name?.toUpperCase()} is not the one that its head says`);
  } catch (error) {
    giveUp.throwIfAborted();
    if (error instanceof ProtocolError || error instanceof TimeoutError) return again(stateOf(error));
    const { reason, isLasting } = readConnectionFailure(error);
    return { broken: reason.replace("the service", new URL(url).host), isLasting, isOfThisFile: false };
  } finally {
    watch.stop();
  }
}

/** A body, unpacked, as far as the limit or one byte beyond: a bomb is unpacked no further. */
async function startOf(reply: Response, watch: Watch, most: number): Promise<Uint8Array> {
  using room = enterBodies();
  const chunks: Uint8Array[] = [];
  let left = most + 1;
  for await (const chunk of limitedBody(reply, watch, { ...watch.limits, maxBytes: Infinity })) {
    await room.take(chunk.length, watch.signal);
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(chunks);
}

function replyOf({ status, headers }: Response, body: Uint8Array): SourceReply {
  const announced = headers.get("content-length") ?? "";
  return { status, headers, body, transferred: /^\d{1,15}$/.test(announced) ? Number(announced) : body.length };
}

/** What an error says, without the action and the name of the limit. */
function stateOf({ message }: Error): string {
  return message.replace(/^Cannot [^:]*: | \(limit \w+\)$/g, "");
}

function again(broken: string): BrokenReply {
  return { broken, isLasting: false, isOfThisFile: false };
}

function ofThisFile(broken: string): BrokenReply {
  return { broken, isLasting: true, isOfThisFile: true };
}

/** A key is in the headers or the address of each request: it stays at the hosts of the source. */
function redirectProblem(target: URL | undefined, from: string, hosts: readonly string[]): string | undefined {
  if (target === undefined) return "it redirects and does not say where to";
  if (target.protocol !== "https:" && target.protocol !== new URL(from).protocol) {
    return `it redirects to a ${target.protocol} address`;
  }
  return hosts.includes(target.host) ? undefined : `it redirects to ${target.host}, which is not a host of this source`;
}
