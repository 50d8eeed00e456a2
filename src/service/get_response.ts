import { RESPONSE_ID_HEADER, ROUTES } from "../protocol/route.ts";
import type { BackgroundResponse } from "./background_response.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { Outgoing } from "./exchange.ts";
import { jsonReply, STREAM_HEADERS } from "./reply.ts";

/** Matches the raw path, which is never decoded. */
const RESPONSE_PATH = /^\/v1\/responses\/(resp_[0-9a-f-]{32,36})(\/cancel|\/input_items)?$/;
const MAX_DIGITS = 15;

const ACTIONS = {
  "": ["getResponse", "deleteResponse"],
  "/cancel": ["cancelResponse"],
  "/input_items": ["listInputItems"],
} as const;

/** An operation on one response. */
export interface ResponseTarget {
  readonly responseId: string;
  readonly action: (typeof ACTIONS)[keyof typeof ACTIONS][number];
}

/** The operations on a response that a path names, by method; `undefined` for any other path. */
export function responseTargetsOf(pathname: string): Readonly<Record<string, ResponseTarget>> | undefined {
  const [, responseId, part = ""] = RESPONSE_PATH.exec(pathname) ?? [];
  if (responseId === undefined) return undefined;
  const actions: readonly ResponseTarget["action"][] = ACTIONS[part as keyof typeof ACTIONS];
  return Object.fromEntries(actions.map((action) => [ROUTES[action].method, { responseId, action }]));
}

/** Query of get response. */
export interface ResponseQuery {
  /** For a stream, the number of the last event the caller has, -1 for none; absent without a stream. */
  readonly after: number | undefined;
}

/**
 * Reads `?stream=true&starting_after=N`.
 * @throws {RequestError} 400 for other values.
 */
export function readResponseQuery(url: string): ResponseQuery {
  const { searchParams } = new URL(url);
  const stream = searchParams.get("stream") ?? "false";
  const after = searchParams.get("starting_after");
  if (stream !== "true" && stream !== "false") throw invalidParameter("stream", "true or false");
  if (after === null) return { after: stream === "true" ? -1 : undefined };
  if (!/^\d+$/.test(after) || after.length > MAX_DIGITS) {
    throw invalidParameter("starting_after", "a whole number from 0");
  }
  if (stream === "false") throw invalidParameter("starting_after", "valid without stream=true");
  return { after: Number(after) };
}

/** Answers with the events of a background response after a number, or with its current object. */
export function showResponse(response: BackgroundResponse, { after }: ResponseQuery): Outgoing {
  const named = { [RESPONSE_ID_HEADER]: response.id };
  if (after === undefined) return jsonReply(response.object, { headers: named });
  return new Response(response.stream(after), { headers: { ...STREAM_HEADERS, ...named } });
}

/** The refusal of a parameter of the query. */
export function invalidParameter(param: string, expected: string): RequestError {
  return new RequestError(`Cannot read ${param}: it is not ${expected}`, {
    status: 400,
    code: "invalid_request",
    param,
  });
}
