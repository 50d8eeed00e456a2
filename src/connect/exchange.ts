import { readConnectionFailure } from "../client/connection_failure.ts";
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
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const DEFAULT_MAX_BYTES = 128 * 1024 * 1024;
/** What is read of the reply to a request that failed. */
const MAX_ERROR_BYTES = 65_536;

/** Sends a request, follows its redirects within the hosts, and reads its reply under the limits. */
export async function exchange(
  request: SourceRequest,
  options: ExchangeOptions,
): Promise<SourceReply | BrokenReply> {
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
  options: ExchangeOptions,
): Promise<SourceReply | BrokenReply> {
  const { clock, limits, conditions, giveUp } = options;
  const timer = new ReplyTimer(clock, giveUp);
  try {
    timer.allow(limits.headersMs, "no reply came");
    timer.end(limits.totalMs, "it was not whole");
    const headers = { "accept-encoding": "gzip", ...request.headers, ...conditions };
    const reply = await options.fetch(url, { headers, redirect: "manual", signal: timer.signal });
    const most = reply.status === 200 ? request.maxBytes ?? DEFAULT_MAX_BYTES : MAX_ERROR_BYTES;
    const body = await readBody(reply, { most, timer, onChunk: () => timer.allow(limits.silenceMs, "it stalled") });
    if ("broken" in body) return body;
    const announced = announcedBytes(reply);
    if (announced !== undefined && !isPacked(reply) && reply.status === 200 && announced !== body.bytes.length) {
      return again(`it has ${body.bytes.length} bytes, and its head says ${announced}`);
    }
    const transferred = announced ?? body.bytes.length;
    return { status: reply.status, headers: reply.headers, body: body.bytes, transferred };
  } catch (error) {
    giveUp.throwIfAborted();
    if (timer.problem !== undefined) return again(timer.problem);
    const { reason, isLasting } = readConnectionFailure(error);
    return { broken: reason.replace("the service", new URL(url).host), isLasting, isOfThisFile: false };
  } finally {
    timer.close();
  }
}

/** The body of a reply, unpacked; a bomb is unpacked no further than to the limit. */
async function readBody(
  { body, status }: Response,
  { most, timer, onChunk }: { readonly most: number; readonly timer: ReplyTimer; onChunk(): void },
): Promise<{ readonly bytes: Uint8Array } | BrokenReply> {
  if (body === null) return { bytes: new Uint8Array() };
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  timer.signal.addEventListener("abort", leave);
  try {
    onChunk();
    let bytes = 0;
    for (let next = await reader.read(); !next.done && bytes <= most; next = await reader.read()) {
      onChunk();
      bytes += next.value.length;
      if (bytes <= most) chunks.push(next.value);
    }
    timer.signal.throwIfAborted();
    if (bytes > most && status === 200) return ofThisFile(`it is larger than ${most} bytes`);
    return { bytes: await new Blob(chunks).bytes() };
  } finally {
    timer.signal.removeEventListener("abort", leave);
    leave();
  }
}

/** The time limits of one reply. */
class ReplyTimer {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #giveUp: AbortSignal;
  readonly #onGiveUp = () => this.#controller.abort(this.#giveUp.reason);
  #cancelPhase = () => {};
  #cancelWhole = () => {};
  /** Which limit ended it. */
  problem: string | undefined;

  constructor(clock: Clock, giveUp: AbortSignal) {
    this.#clock = clock;
    this.#giveUp = giveUp;
    giveUp.addEventListener("abort", this.#onGiveUp);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a wait in place of the current one. */
  allow(delayMs: number, problem: string): void {
    this.#cancelPhase();
    this.#cancelPhase = this.#clock.schedule(delayMs, () => this.#stop(`${problem} for ${delayMs / 1000} s`));
  }

  /** Limits the whole reply. */
  end(delayMs: number, problem: string): void {
    this.#cancelWhole = this.#clock.schedule(delayMs, () => this.#stop(`${problem} after ${delayMs / 1000} s`));
  }

  close(): void {
    this.#cancelPhase();
    this.#cancelWhole();
    this.#giveUp.removeEventListener("abort", this.#onGiveUp);
  }

  #stop(problem: string): void {
    this.problem ??= problem;
    this.#controller.abort(new Error(problem));
  }
}

function again(broken: string): BrokenReply {
  return { broken, isLasting: false, isOfThisFile: false };
}

function ofThisFile(broken: string): BrokenReply {
  return { broken, isLasting: true, isOfThisFile: true };
}

function announcedBytes({ headers }: Response): number | undefined {
  const text = headers.get("content-length");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Deno unpacks a body and leaves the length of the packed one in the head. */
function isPacked({ headers }: Response): boolean {
  return !/^(?:identity)?$/i.test(headers.get("content-encoding")?.trim() ?? "");
}

function targetOf({ headers }: SourceReply, base: string): URL | undefined {
  const location = headers.get("location") ?? "";
  return location !== "" && URL.canParse(location, base) ? new URL(location, base) : undefined;
}

/** A key is in the headers or the address of each request: it stays at the hosts of the source. */
function redirectProblem(target: URL | undefined, from: string, hosts: readonly string[]): string | undefined {
  if (target === undefined) return "it redirects and does not say where to";
  if (target.protocol !== "https:" && target.protocol !== new URL(from).protocol) {
    return `it redirects to a ${target.protocol} address`;
  }
  return hosts.includes(target.host) ? undefined : `it redirects to ${target.host}, which is no host of this source`;
}
