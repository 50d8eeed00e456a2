import { Buffer } from "node:buffer";
import { readConnectionFailure } from "../../client/connection_failure.ts";
import { piecesOf } from "../../client/body_reader.ts";
import type { Fetch } from "../../client/send.ts";
import type { Clock } from "../../pace/clock.ts";

/** Most bytes of a body that are read: a stream with pictures in it is far shorter. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The requests, by name. */
export type RequestName =
  | "stream"
  | "reasoning"
  | "file"
  | "file without key"
  | "file with wrong key"
  | "plain"
  | "unknown company"
  | "reasoning without key";

/** Which key a request carries. */
export type KeyUse = "own" | "none" | "wrong";

/** A request to send. */
export interface Sending {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly key: KeyUse;
  /** Sent as JSON. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/**
 * How a request ended: `whole`, with its reply; `too long`, with the first {@linkcode MAX_BODY_BYTES}; `late`, at the
 * time limit; `broke`, with the connection; `unreachable`, not sent; `stopped`, by the person.
 */
export type Outcome = "whole" | "too long" | "late" | "broke" | "unreachable" | "stopped";

/** A request, and what came back, to the byte. */
export interface Exchange extends Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Head of the reply; absent when none came. */
  readonly reply: { readonly status: number; readonly headers: Headers } | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly outcome: Outcome;
  /** Why it is not whole; may hold the key. */
  readonly problem: string | undefined;
  readonly ms: number;
}

/** The service, and what a request may take. */
export interface AskOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly wrongKey: string;
  /** Custom headers of the settings file. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Milliseconds from the start of a request to the end of its reply. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sends a request once, follows no redirect, and reads what comes back within the limits. */
export async function ask(sending: Sending, options: AskOptions): Promise<Exchange> {
  const { baseUrl, clock, timeoutMs, signal } = options;
  const startMs = clock.monotonicMs();
  const late = new AbortController();
  const cancel = clock.schedule(timeoutMs, () => late.abort(new Error("time limit")));
  const either = AbortSignal.any([signal, late.signal]);
  const url = baseUrl + sending.path;
  const headers = headersOf(sending, options);
  const pieces: Uint8Array[] = [];
  let reply: Exchange["reply"];
  const ended = (outcome: Outcome, problem?: string): Exchange => ({
    ...sending,
    url,
    headers,
    reply,
    bytes: new Uint8Array(Buffer.concat(pieces)),
    outcome,
    problem,
    ms: clock.monotonicMs() - startMs,
  });
  try {
    const { method, json } = sending;
    const init = { method, headers, body: json === undefined ? null : JSON.stringify(json) };
    const response = await options.fetch(url, { ...init, redirect: "manual", signal: either });
    reply = { status: response.status, headers: response.headers };
    const isWhole = await readBody(response, pieces, { signal: either });
    return isWhole ? ended("whole") : ended("too long", `it is longer than ${MAX_BODY_BYTES} bytes`);
  } catch (error) {
    if (signal.aborted) return ended("stopped", "stopped");
    if (late.signal.aborted) return ended("late", `it was not complete within ${timeoutMs / 1000} s`);
    const { delivery, reason } = readConnectionFailure(error);
    return ended(delivery === "not_sent" && reply === undefined ? "unreachable" : "broke", reason);
  } finally {
    cancel();
  }
}

function headersOf({ key, json }: Sending, { apiKey, wrongKey, headers }: AskOptions): Record<string, string> {
  const sent = key === "own" ? apiKey : key === "wrong" ? wrongKey : undefined;
  return {
    ...headers,
    ...(sent === undefined ? {} : { authorization: `Bearer ${sent}` }),
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    "accept": "*/*",
    "accept-encoding": "identity", // what is checked is what was sent
  };
}

/** Adds the pieces of a body up to the limit; false when it is longer. */
async function readBody(response: Response, pieces: Uint8Array[], { signal }: { readonly signal: AbortSignal }) {
  let left = MAX_BODY_BYTES;
  for await (const piece of piecesOf(response, signal)) {
    pieces.push(piece.subarray(0, left));
    left -= piece.length;
    if (left < 0) return false;
  }
  return true;
}
