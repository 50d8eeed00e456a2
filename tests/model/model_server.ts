/** A scripted server of the chat completions protocol on this machine, with what such servers lack and do wrong. */
import { type ModelSettings, readModelSettings } from "../../src/setup/model_settings.ts";

/** What was asked of it. */
export interface Asked {
  readonly path: string;
  readonly headers: Headers;
  /**
   * Resolves when the reply is sent, or nobody reads it any more. Deno.serve does not see who leaves a long request
   * before its reply begins: then it resolves when the server is stopped.
   */
  readonly closed: Promise<void>;
  /** The parsed body; `{}` for a GET. */
  readonly body: Record<string, unknown> & {
    readonly messages?: readonly { readonly role: string; readonly content?: unknown }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
    readonly response_format?: { readonly type: string };
  };
}

/** What it answers to a request for a completion. */
export type Served =
  /** Text in deltas of three characters. */
  | string
  | {
    readonly text?: string;
    /** Sent before the text, as the thoughts of a reasoning model. */
    readonly thoughts?: string;
    readonly calls?: readonly { readonly name: string; readonly arguments: string; readonly id?: string }[];
  }
  /** A reply that is no stream of a completion. */
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  /** Bytes as they are; then the stream ends, breaks, or stays open. */
  | {
    readonly pieces: Iterable<string> | AsyncIterable<string>;
    readonly then?: "end" | "cut" | "stall";
    readonly type?: string;
  }
  /** No reply at all. */
  | "silence";

/** What a server can lack. */
export type Lack = "tools" | "json_schema" | "usage" | "stream_options" | "max_tokens" | "models" | "streams";

/** How it behaves. */
export interface ModelServerOptions {
  /** The key that it wants. Default: none. */
  readonly key?: string;
  /** Models that it has. Default: `small`. */
  readonly models?: readonly string[];
  readonly lacks?: readonly Lack[];
  /** Tools are taken, and never reach the model. */
  readonly isDeaf?: boolean;
  /** Tokens of its context, by what it counts, and what it does with a longer prompt: 400, or a cut. Default: none. */
  readonly context?: { readonly tokens: number; readonly isCut?: boolean; readonly isListed?: boolean };
  /** Says what is answered; `call` counts completions, refused ones too, from 0. Default: `hello`. */
  readonly reply?: (asked: Asked, call: number) => Served;
}

/** The server. */
export interface ModelServer extends AsyncDisposable {
  /** Its address without `/v1`. */
  readonly url: string;
  /** Everything it was asked, in order. */
  readonly asked: readonly Asked[];
}

/** What the server counts: four characters a token, and thirty that it wrote, whatever it says. */
export function countOf({ body: { messages = [], tools = [] } }: Pick<Asked, "body">, isDeaf = false) {
  const characters = messages.map(({ content }) => JSON.stringify(content ?? "")).join("").length;
  const offered = isDeaf || tools.length === 0 ? 0 : JSON.stringify(tools).length;
  return { prompt_tokens: Math.ceil((characters + offered) / 4), completion_tokens: 30 };
}

/** The environment that names a server as that of a language model. */
export function modelEnv(
  url: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return { CONVICTION_LLM_BASE_URL: url, CONVICTION_LLM_MODEL: "small", ...more };
}

/** The settings of such an environment. */
export function modelSettings(...given: Parameters<typeof modelEnv>): ModelSettings {
  const env = modelEnv(...given);
  const settings = readModelSettings((name) => env[name]);
  if (settings === undefined) throw new Error("the environment names no model");
  return settings;
}

/** A reply of one token that stays open, and when it was asked for. */
export function stalling() {
  const arrived = Promise.withResolvers<Asked>();
  const reply = (asked: Asked): Served => (arrived.resolve(asked), { pieces: [textChunk("a")], then: "stall" });
  return { arrived: arrived.promise, reply };
}

/** Real time after which something is taken never to happen, so that its absence is said. */
const NEVER_MS = 20_000;

/** Waits for what comes at once, if ever. */
export async function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  const never = Promise.withResolvers<never>();
  const timer = setTimeout(() => never.reject(new Error(`${what} never came`)), NEVER_MS);
  return await Promise.race([promise, never.promise]).finally(() => clearTimeout(timer));
}

/** Starts it on a free port. */
export function startModelServer(options: ModelServerOptions = {}): ModelServer {
  const asked: Asked[] = [];
  const stop = new AbortController();
  let completions = 0;
  const handler = async (request: Request, { completed }: Deno.ServeHandlerInfo): Promise<Response> => {
    const text = await request.text();
    const closed = Promise.withResolvers<void>();
    for (const end of [request.signal, stop.signal]) end.addEventListener("abort", () => closed.resolve());
    void completed.catch(() => {}).finally(closed.resolve);
    const one: Asked = {
      path: new URL(request.url).pathname,
      headers: request.headers,
      closed: closed.promise,
      body: text === "" ? {} : JSON.parse(text),
    };
    asked.push(one);
    const response = responseTo(one, options, () => completions++);
    if (response !== undefined) return response;
    await closed.promise;
    return new Response();
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, signal: stop.signal, onListen: () => {} }, handler);
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await server.finished;
    },
  };
}

function responseTo(asked: Asked, options: ModelServerOptions, count: () => number): Response | undefined {
  const { key, models = ["small"], lacks = [], reply = () => "hello", isDeaf, context } = options;
  if (key !== undefined && asked.headers.get("authorization") !== `Bearer ${key}`) {
    return refusal(401, `Incorrect API key provided: ${asked.headers.get("authorization")}`);
  }
  if (asked.path === "/v1/models" && !lacks.includes("models")) {
    return Response.json({
      object: "list",
      data: models.map((id) => ({ id, object: "model", ...context?.isListed && { meta: { n_ctx: context.tokens } } })),
    });
  }
  if (asked.path !== "/v1/chat/completions") return new Response("<h1>404</h1>", { status: 404, headers: HTML });
  const call = count();
  const { body } = asked;
  const wants = (lack: Lack, isAsked: boolean) => isAsked && lacks.includes(lack);
  if (!models.includes(String(body["model"]))) return refusal(404, `The model "${body["model"]}" does not exist`);
  if (wants("tools", body.tools !== undefined)) return refusal(400, `${body["model"]} does not support tools`);
  if (wants("json_schema", body.response_format?.type === "json_schema")) {
    return refusal(400, "response_format of type json_schema is not supported");
  }
  if (wants("stream_options", body["stream_options"] !== undefined)) {
    return refusal(400, "Unrecognized request argument supplied: stream_options");
  }
  if (wants("max_tokens", body["max_tokens"] !== undefined)) {
    return refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
  }
  const isCounted = body["stream_options"] !== undefined && !lacks.includes("usage");
  const usage = countOf(asked, isDeaf);
  if (context !== undefined && usage.prompt_tokens > context.tokens) {
    const state =
      `the request (${usage.prompt_tokens} tokens) exceeds the available context size (${context.tokens} tokens)`;
    if (!context.isCut) return refusal(400, state);
    usage.prompt_tokens = context.tokens;
  }
  const { tools: _unheard, ...heard } = body;
  const given = reply(isDeaf ? { ...asked, body: heard } : asked, call);
  if (given === "silence") return undefined;
  const streams = !lacks.includes("streams") && body["stream"] === true;
  return served(given, { usage, isCounted, streams });
}

const HTML = { "content-type": "text/html; charset=utf-8" };

function refusal(status: number, message: string): Response {
  return Response.json({ error: { message, type: "invalid_request_error", code: null } }, { status });
}

interface Serving {
  readonly usage: ReturnType<typeof countOf>;
  readonly isCounted: boolean;
  readonly streams: boolean;
}

function served(given: Exclude<Served, "silence">, { usage, isCounted, streams }: Serving): Response {
  const reply = typeof given === "string" ? { text: given } : given;
  if ("status" in reply) return new Response(reply.body ?? "", { status: reply.status, headers: reply.headers ?? {} });
  if ("pieces" in reply) return streamed(reply.pieces, reply);
  const calls = (reply.calls ?? []).map(({ name, id, ...call }, index) => ({
    ...{ index, id: id ?? `call_${index}`, type: "function", function: { name, arguments: call.arguments } },
  }));
  if (!streams) {
    const message = { role: "assistant", content: reply.text ?? "", ...(calls.length > 0 && { tool_calls: calls }) };
    const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }];
    return Response.json({ id: "c", object: "chat.completion", choices, usage });
  }
  const deltas = [
    ...(reply.thoughts === undefined ? [] : [{ reasoning_content: reply.thoughts }]),
    ...[...(reply.text ?? "").matchAll(/[\s\S]{1,3}/g)].map(([content]) => ({ content })),
    ...calls.flatMap((call) => [
      { tool_calls: [{ ...call, function: { ...call.function, arguments: "" } }] },
      ...[...call.function.arguments.matchAll(/[\s\S]{1,5}/g)].map(([piece]) => ({
        tool_calls: [{ index: call.index, function: { arguments: piece } }],
      })),
    ]),
  ];
  return streamed([
    ...deltas.map((delta) => chunk({ choices: [{ index: 0, delta, finish_reason: null }] })),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }] }),
    ...(isCounted ? [chunk({ choices: [], usage })] : []),
    "data: [DONE]\n\n",
  ], {});
}

/** One event of a stream. */
export function chunk(of: object): string {
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "small", ...of })}\n\n`;
}

/** An event with some text. */
export function textChunk(content: string): string {
  return chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

function streamed(
  pieces: Iterable<string> | AsyncIterable<string>,
  { then = "end", type = "text/event-stream" }: { readonly then?: "end" | "cut" | "stall"; readonly type?: string },
): Response {
  const encoder = new TextEncoder();
  const left = Symbol.iterator in pieces ? pieces[Symbol.iterator]() : pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await left.next();
      if (!next.done) return controller.enqueue(encoder.encode(next.value));
      if (then === "end") return controller.close();
      if (then === "cut") return controller.error(new Error("the script cuts the connection"));
      return new Promise(() => {}); // until the client or the test goes
    },
  });
  return new Response(body, { headers: { "content-type": type } });
}
