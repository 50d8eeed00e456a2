/** A finished reply as text, which can be kept and sent again. */
export interface Reply {
  /** HTTP status. */
  readonly status: number;
  /** Headers in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body. */
  readonly body: string;
}

/** Status and further headers of a reply. */
export interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a reply with a JSON body. */
export function jsonReply(body: unknown, { status = 200, headers = {} }: ReplyOptions = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}

/** Headers of an event stream. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no", // nginx would hold events back
};

/** Converts what is sent back to a `Response`. */
export function toResponse(outgoing: Reply | Response): Response {
  if (outgoing instanceof Response) return outgoing;
  const { status, headers, body } = outgoing;
  return new Response(body === "" ? null : body, { status, headers }); // 204 takes no body, not even an empty one
}
