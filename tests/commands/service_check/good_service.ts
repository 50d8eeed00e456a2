/** A service that keeps every line of the specification, as replies that a test may change one by one. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The key that the service accepts. */
export const KEY = "sk-conform-0123456789";

/** A JSON object of the wire. */
export type Wire = Record<string, unknown>;

/** One reply. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Closes the connection after the body, without its end. */
  isBroken?: boolean;
}

/** What the service replies. */
export interface Replies {
  /** The events of the streamed answer, and how they are written. */
  events: Wire[];
  write: (events: readonly Wire[]) => string | Uint8Array;
  /** The streamed answer; its body is made of the events. */
  stream: Reply;
  /** The body of the reasoning operation, and the reply around it. */
  result: Wire;
  reasoning: Reply;
  plain: Reply;
  /** The stream about a company that does not exist. */
  unknown: Reply;
  file: Reply;
  /** The reply to a download without the right key; that of the file where it is absent. */
  refusals: { none: Reply | undefined; wrong: Reply | undefined };
}

const SSE = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };
const ARGUMENTS = '{"ticker":"AAPL"}';
const TEXT = "Apple is up.";
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);
const PART = { type: "output_text", text: TEXT };
const MESSAGE = { type: "message", id: "msg_1", content: [PART] };

/** Each event on its line, a blank line after it, and the end. */
export function written(events: readonly Wire[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + "data: [DONE]\n\n";
}

/** Fresh replies: a test changes one thing in them. */
export function goodReplies(): Replies {
  const reply = (headers: Record<string, string>, body: string | Uint8Array = "", status = 200): Reply => ({
    ...{ status, headers: { ...headers }, body },
  });
  const refused = () => reply(JSON_TYPE, '{"error":"no such key"}', 401);
  return {
    events: structuredClone(EVENTS),
    write: written,
    stream: reply(SSE),
    result: structuredClone(RESULT),
    reasoning: reply(JSON_TYPE),
    plain: reply(JSON_TYPE, '{"output":[]}'),
    unknown: reply(SSE, written([{ type: "response.created", response: {} }, { type: "error", message: "unknown" }])),
    file: reply({ "content-type": "image/png", "content-length": String(PNG.length) }, PNG),
    refusals: { none: refused(), wrong: refused() },
  };
}

const RESULT: Wire = {
  agent_thesis: { signal: "bullish", confidence: 0.7, reasoning: "It is up." },
  key_drivers: ["momentum"],
  risks: ["a fall"],
};

const EVENTS: Wire[] = [
  { type: "response.created", response: { id: "resp_1", status: "in_progress" } },
  {
    type: "response.output_item.added",
    item: { type: "function_call", call_id: "call_1", name: "prices", arguments: "" },
  },
  { type: "response.function_call_arguments.delta", call_id: "call_1", delta: ARGUMENTS.slice(0, 10) },
  { type: "response.function_call_arguments.delta", call_id: "call_1", delta: ARGUMENTS.slice(10) },
  { type: "response.function_call_arguments.done", call_id: "call_1", arguments: ARGUMENTS },
  {
    type: "response.output_item.done",
    item: { type: "function_call", call_id: "call_1", name: "prices", arguments: ARGUMENTS },
  },
  { type: "response.output_item.added", item: { type: "function_call_output", call_id: "call_1", output: "[1]" } },
  { type: "response.output_item.done", item: { type: "function_call_output", call_id: "call_1", output: "[1]" } },
  { type: "response.code_execution.added", item_id: "ce_1", name: "chart" },
  { type: "response.code_execution.input_delta", item_id: "ce_1", delta: "draw(" },
  { type: "response.code_execution.input_delta", item_id: "ce_1", delta: ")" },
  { type: "response.code_execution.started", item_id: "ce_1" },
  {
    ...{ type: "response.code_execution.output", item_id: "ce_1", stdout: "drawn\n", stderr: "", return_code: 0 },
    files: [{ file_id: "file/1", filename: "chart.png", bytes: PNG.length }, { file_id: "file_2" }],
  },
  { type: "verification.started" },
  { type: "verification.done", verification: { confidence: 0.9 } },
  { type: "response.output_item.added", item: { type: "message", id: "msg_1", content: [] } },
  { type: "response.content_part.added", item_id: "msg_1", content_index: 0 },
  { type: "response.output_text.delta", item_id: "msg_1", content_index: 0, delta: TEXT.slice(0, 5) },
  { type: "response.output_text.delta", item_id: "msg_1", content_index: 0, delta: TEXT.slice(5) },
  { type: "response.output_text.done", item_id: "msg_1", content_index: 0, text: TEXT },
  { type: "response.content_part.done", item_id: "msg_1", content_index: 0, part: PART },
  { type: "response.output_item.done", item: MESSAGE },
  {
    type: "response.completed",
    response: { id: "resp_1", output: [MESSAGE], metadata: { verification: { confidence: 0.9 } } },
  },
];

/** A service on a port of this machine, and what it was sent. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  /** Method, path and authorization of each request. */
  readonly sent: string[];
}

/** Serves the replies. */
export async function serve(replies: Replies): Promise<Served> {
  const sent: string[] = [];
  const server = createServer((incoming, outgoing) => {
    sent.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization ?? "-"}`);
    void answer(replies, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, sent, [Symbol.asyncDispose]: close };
}

async function answer(replies: Replies, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let body = "";
  for await (const piece of incoming) body += piece;
  const { status, headers, body: reply, isBroken = false } = replyTo(replies, incoming, body);
  outgoing.writeHead(status, headers);
  if (!isBroken) return void outgoing.end(reply);
  outgoing.write(reply, () => outgoing.socket?.destroy());
}

function replyTo(replies: Replies, { url = "", headers }: IncomingMessage, body: string): Reply {
  const key = headers.authorization === undefined
    ? "none"
    : headers.authorization === `Bearer ${KEY}`
    ? "own"
    : "wrong";
  if (url.startsWith("/v1/files/")) return (key === "own" ? undefined : replies.refusals[key]) ?? replies.file;
  const refusal: Reply = { status: 401, headers: JSON_TYPE, body: "{}" };
  if (key !== "own") return refusal;
  if (url === "/api/v1/agent/reasoning") {
    const { reasoning, result } = replies;
    return {
      ...reasoning,
      body: reasoning.body === "" && reasoning.status === 200 ? JSON.stringify(result) : reasoning.body,
    };
  }
  const { input, stream } = JSON.parse(body);
  if (!stream) return replies.plain;
  if (input !== "Analyse AAPL") return replies.unknown;
  return { ...replies.stream, body: replies.stream.body || replies.write(replies.events) };
}
