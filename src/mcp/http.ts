import { RequestError } from "../protocol/request_error.ts";
import type { McpHandler } from "../service/assistants.ts";
import type { ServiceRequest } from "../service/exchange.ts";
import { readJsonBody } from "../service/read_body.ts";
import { type Assistant, type AssistantParts, createAssistants, meantMessage } from "./assistant.ts";

/** Answers one message; the only part that knows the protocol's packages. */
export type Answer = (request: Request, assistant: Assistant) => Promise<Response>;

/** Options of the endpoint. */
export interface McpHttpOptions {
  /** Also the tools that are not offered at first. Default: false. */
  readonly all?: boolean;
  /** Web pages that may ask beside those of the service's own host, like `https://desk.example`. Default: none. */
  readonly origins?: readonly string[];
  /** Longest body in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Returns a new random identifier. */
  readonly newId: () => string;
}

const MEBIBYTE = 1024 * 1024;
const SESSION_HEADER = "mcp-session-id";

/** What the protocol reads of a request. The key is not among them: it was checked, and nothing else needs it. */
const READ: readonly string[] = [
  "accept",
  "content-type",
  "mcp-protocol-version",
  SESSION_HEADER,
  "mcp-method",
  "mcp-name",
  "last-event-id",
];

/**
 * Makes the handler of `POST /mcp`. It keeps no state between requests: a session identifier is a name that a client
 * repeats, by which a request of its own can cancel a call.
 */
export function createMcpHttp(
  answer: Answer,
  { all = false, origins = [], maxBodyBytes = MEBIBYTE, newId }: McpHttpOptions,
): (parts: AssistantParts) => McpHandler {
  return (parts) => {
    const assistantOf = createAssistants(parts, { all });
    const running = new RunningCalls();
    return async (request, desk) => {
      checkOrigin(request, origins);
      const json = meantMessage((await readJsonBody(request, { maxBytes: maxBodyBytes })).json);
      const { method, id, params } = messageOf(json);
      const session = request.headers.get(SESSION_HEADER);
      const keyOf = (of: unknown) => JSON.stringify([desk.caller.owner, session, of]);
      if (method === "notifications/cancelled" && session !== null) running.cancel(keyOf(params.requestId));
      const assistant = stoppable(assistantOf(desk), { signal: request.signal, running, key: keyOf(id) });
      const response = await answer(webRequest(request, json), assistant);
      if (method === "initialize" && response.ok) response.headers.set(SESSION_HEADER, newId());
      return response;
    };
  };
}

/** Against a web page that asks with the key of its reader: no page of another host, unless it is allowed. */
function checkOrigin({ headers, url }: ServiceRequest, origins: readonly string[]): void {
  const origin = headers.get("origin");
  if (origin === null || origins.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === new URL(url).host) return;
  throw new RequestError("Cannot answer a web page of another host: its origin is not allowed", {
    status: 403,
    code: "origin_not_allowed",
  });
}

interface Message {
  readonly method: unknown;
  readonly id: unknown;
  readonly params: { readonly requestId?: unknown };
}

function messageOf(json: unknown): Message {
  const { method, id, params } = Object(json) as Partial<Message>;
  return { method, id, params: Object(params) };
}

function webRequest({ url, headers, signal }: ServiceRequest, json: unknown): Request {
  const read = READ.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return new Request(url, { method: "POST", headers: read, body: JSON.stringify(json), signal });
}

/** Calls of an assistant that also end with the request that brought them, and by one that cancels them. */
function stoppable(
  assistant: Assistant,
  { signal, running, key }: {
    readonly signal: AbortSignal;
    readonly running: RunningCalls;
    readonly key: string;
  },
): Assistant {
  return {
    ...assistant,
    call: (name, asked, calling) =>
      running.run(key, (cancelled) => {
        const any = AbortSignal.any([calling.signal, signal, cancelled]);
        return assistant.call(name, asked, { ...calling, signal: any });
      }),
  };
}

/**
 * Calls in progress over HTTP, so that a later request can cancel one: `notifications/cancelled` is a request of its
 * own there. A call is known by its caller, the session its client names, and its number in that session.
 */
class RunningCalls {
  readonly #running = new Map<string, AbortController>();

  /**
   * Runs a call that can be cancelled.
   * @param work Gets a signal that is aborted on cancellation.
   */
  async run<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#running.set(key, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  /** Cancels a call, if it is in progress. */
  cancel(key: string): void {
    this.#running.get(key)?.abort(new DOMException("The call was cancelled", "AbortError"));
  }
}
