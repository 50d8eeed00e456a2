import { z } from "zod";
import { readRetryAfter } from "../../pace/retry_delay.ts";
import { jsonOr } from "../../protocol/parse_json.ts";
import { refusalWords } from "../../setup/model_refusal.ts";
import type { ModelSettings } from "../../setup/model_settings.ts";
import { stripControl } from "../../text/control.ts";
import { cut } from "../../text/cut.ts";
import { createRedactor } from "../../text/redact.ts";
import type { Host } from "../host.ts";
import { ask, type Exchange } from "./exchange.ts";

/** Most requests that a probe of a model sends. */
export const MOST_REQUESTS = 7;
const MAX_BYTES = 200_000;
const SHOWN_CHARS = 240;
/** Room for the thoughts of a reasoning model before its word. */
const MAX_TOKENS = 512;
const STREAMED = { stream: true, stream_options: { include_usage: true } };

/** What a completion says, streamed or whole. */
interface CompletionRead {
  readonly text: string;
  /** Calls of tools; each with the arguments as they were written. */
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  /** Tokens read and written, where the server counts. */
  readonly usage: { readonly input: number; readonly output: number } | undefined;
  /** Whether it came as a stream of events. */
  readonly isStream: boolean;
  /** Whether it came to its end. */
  readonly isComplete: boolean;
}

/** What came back to one request. */
export interface ModelExchanged {
  /** HTTP status; undefined when no reply came. */
  readonly status: number | undefined;
  readonly type: string;
  /** A key may be in it. */
  readonly body: string;
  /** What it says where it refuses, as the end of a sentence; no key in it. */
  readonly refusal: string;
  /** Milliseconds to the end of the reply. */
  readonly tookMs: number;
  /** Milliseconds to the first word or call. */
  readonly firstMs: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** The body as a completion, streamed or whole. */
  readonly read: CompletionRead;
}

/** Everything that was found out; requests that were not worth sending are absent. */
export interface ProbedModel {
  readonly models: ModelExchanged;
  readonly text?: ModelExchanged;
  readonly tools?: ModelExchanged;
  readonly shape?: ModelExchanged;
  /** The reply to a long prompt. */
  readonly long?: ModelExchanged;
  /** What was sent and what came, without a key, shortened. */
  readonly exchanges: readonly { readonly sent: string; readonly came: string }[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The server, and how it is reached. */
interface Server extends Pick<Host, "fetch" | "clock"> {
  readonly settings: ModelSettings;
  readonly signal: AbortSignal;
}

/** Sends the requests of a probe, one after the other, until one says that more would tell nothing. */
export async function probeServer(server: Server): Promise<ProbedModel> {
  const redact = createRedactor([server.settings.apiKey ?? ""]);
  const shown = (text: string) => cut(stripControl(redact(text)).replace(/\s+/g, " ").trim(), SHOWN_CHARS);
  const exchanges: { readonly sent: string; readonly came: string }[] = [];
  const send = async (method: string, path: string, fields?: Fields) => {
    const body = fields && JSON.stringify(fields);
    const { read, ...came } = await exchanged({ method, path, body }, server);
    const parts = [came.status, came.type, came.body].filter((part) => part !== undefined && part !== "");
    exchanges.push({ sent: shown(`${method} ${path} ${body ?? ""}`), came: shown(parts.join(" ")) });
    return { ...came, read, refusal: refusalWords(came.body, redact) };
  };
  const models = await send("GET", "/models");
  if (models.status === undefined || models.status === 401) return { models, exchanges };
  let settings: Fields = { max_tokens: MAX_TOKENS, ...STREAMED };
  const complete = (content: string, more: Fields = {}) => {
    const messages = [{ role: "user", content }];
    const body = { model: server.settings.model, messages, ...settings, ...more };
    return send("POST", "/chat/completions", body);
  };
  const first = await complete("Reply with the word ready.");
  // Where the server refuses a setting by name, it is asked once more without it.
  const other = first.status === 400 ? settingsFor(first.body) : undefined;
  settings = other ?? settings;
  const text = other === undefined ? first : await complete("Reply with the word ready.");
  if (text.status !== 200) return { models, text, exchanges };
  const tools = await complete("Call the tool look_up with the ticker AAPL.", { tools: [TOOL] });
  const shape = await complete('Reply with JSON: the field "ticker" is AAPL.', { response_format: SHAPE });
  const long = await complete(`${FILLER}\nReply with the numbers from one to twenty, in words.`);
  return { models, text, tools, shape, long, exchanges };
}

function settingsFor(refusal: string): Fields | undefined {
  if (/max_completion_tokens/.test(refusal)) return { max_completion_tokens: MAX_TOKENS, ...STREAMED };
  return /stream_options|include_usage/.test(refusal) ? { max_tokens: MAX_TOKENS, stream: true } : undefined;
}

async function exchanged(
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string | undefined },
  { settings: { baseUrl, apiKey, waitMs }, ...server }: Server,
): Promise<Omit<ModelExchanged, "refusal">> {
  const headers = [
    ...(body === undefined ? [] : [["content-type", "application/json"] as const]),
    ...(apiKey === undefined ? [] : [["authorization", `Bearer ${apiKey}`] as const]),
  ];
  let firstMs: number | undefined;
  const onPiece = (exchange: Exchange) => {
    const read = readCompletion(exchange.text);
    if (read.text !== "" || read.calls.length > 0) firstMs ??= exchange.sinceMs();
  };
  const timeoutMs = waitMs.first + waitMs.next;
  const request = { method, url: baseUrl + path, headers, body };
  const exchange = await ask(request, { ...server, timeoutMs, maxBytes: MAX_BYTES, onPiece });
  const { reply, outcome, endMs: tookMs = 0 } = exchange;
  const text = exchange.text +
    endOf(outcome, { isBegun: reply !== undefined, within: `within ${timeoutMs / 1_000} s` });
  return {
    status: reply?.status,
    type: exchange.header("content-type")?.split(";")[0] ?? "",
    body: text,
    tookMs,
    firstMs,
    retryAfterMs: reply && readRetryAfter(reply.headers, server.clock.now()),
    read: readCompletion(text),
  };
}

/** Why nothing more came. */
function endOf(outcome: Exchange["outcome"], { isBegun, within }: { isBegun: boolean; within: string }): string {
  if (outcome === "whole" || outcome === "too long") return "";
  if (outcome === "late") return isBegun ? ` [nothing more ${within}]` : `no reply ${within}`;
  return isBegun ? " [the connection broke]" : "no connection";
}

/** About a thousand tokens, which no server has read before. */
const FILLER = Array.from({ length: 70 }, (_, at) => `Line ${at}: revenue, margin, cash and debt of a made company.`)
  .join("\n");
const TICKER = { type: "object", properties: { ticker: { type: "string" } }, required: ["ticker"] };
const TOOL = {
  type: "function",
  function: { name: "look_up", description: "Looks a company up.", parameters: TICKER },
};
const SHAPE = {
  type: "json_schema",
  json_schema: { name: "company", strict: true, schema: { ...TICKER, additionalProperties: false } },
};

const callSchema = z.object({
  index: z.number().optional(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }),
});
const saidSchema = z.object({
  content: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
const chunkSchema = z.object({
  choices: z.array(z.object({
    delta: saidSchema.optional(),
    message: saidSchema.optional(),
    finish_reason: z.string().nullish(),
  })).default([]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

/** Reads the body of a completion, as far as it came. */
function readCompletion(body: string): CompletionRead {
  const lines = body.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
  const isStream = lines.length > 0;
  const chunks = (isStream ? lines : [body]).flatMap((text) =>
    chunkSchema.safeParse(jsonOr(text, undefined)).data ?? []
  );
  const choices = chunks.flatMap(({ choices }) => choices);
  const said = choices.flatMap(({ delta, message }) => delta ?? message ?? []);
  const calls: { name: string; arguments: string }[] = [];
  for (const call of said.flatMap(({ tool_calls }) => tool_calls ?? [])) {
    const at = call.index ?? calls.length;
    const before = calls[at] ?? { name: "", arguments: "" };
    const { name, arguments: more } = call.function;
    calls[at] = { name: name || before.name, arguments: before.arguments + (more ?? "") };
  }
  const counted = chunks.flatMap(({ usage }) => usage ?? []).at(-1);
  return {
    text: said.map(({ content }) => content ?? "").join(""),
    calls: calls.filter((call) => call !== undefined),
    usage: counted && { input: counted.prompt_tokens, output: counted.completion_tokens },
    isStream,
    isComplete: choices.some(({ finish_reason }) => typeof finish_reason === "string"),
  };
}
