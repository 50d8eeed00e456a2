/** A model on any server of the chat completions protocol; nothing else imports the package that speaks it. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { AskModel, ModelFailure, ModelReply, ModelRequest, ModelToolCall } from "../src/agent/model_port.ts";
import { replyJson } from "../src/agent/model/reply_json.ts";
import { CHARACTERS_PER_TOKEN, estimatedTokens, inSeconds } from "../src/agent/model/talk.ts";
import type { Fetch } from "../src/client/send.ts";
import type { Clock } from "../src/pace/clock.ts";
import { readRetryAfter } from "../src/pace/retry_delay.ts";
import type { ModelSettings } from "../src/setup/model_settings.ts";
import { createRedactor, SecretFilter } from "../src/text/redact.ts";
import { refusalWords } from "../src/setup/model_refusal.ts";
import { callOptions, callsInWords } from "./prompt.ts";
import { type Seen, watchedFetch } from "./watched_fetch.ts";
import { EVERYTHING, lessOf, type Without } from "./without.ts";

/** How a model is reached. */
export interface OpenModelOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** Longest wait for the next piece of a reply, or for its first. */
export const STALL_MS = 20_000;

/** One attempt: the reply, and whether its refusal may be about something to do without. */
interface Attempt {
  readonly reply: ModelReply;
  readonly refusal?: string;
}

/**
 * Opens a model; nothing is sent yet. What its server refuses (tools, JSON by a schema, counts of tokens, the older
 * limit of a reply) is asked for in words or left out from then on, if that helped.
 */
export function openModel(settings: ModelSettings, options: OpenModelOptions): AskModel {
  const { clock } = options;
  let known = EVERYTHING;
  return async (request, signal) => {
    signal.throwIfAborted();
    const begunMs = clock.monotonicMs();
    const ended = (reply: ModelReply) => ({ ...reply, tookMs: clock.monotonicMs() - begunMs });
    const { afterMs = 0, withinMs } = request;
    if (afterMs >= withinMs) {
      return failed("busy", `its server asked to wait ${inSeconds(afterMs)}, and ${inSeconds(withinMs)} are left.`);
    }
    if (afterMs > 0) await pause(afterMs, { clock, signal });
    let without: Without = known;
    let first: ModelReply | undefined;
    for (;;) {
      const left = withinMs - (clock.monotonicMs() - begunMs);
      const attempt = new Exchange({ settings, options, request, signal, without, withinMs: left });
      const { reply, refusal } = await attempt.result();
      const less = refusal === undefined ? undefined : lessOf(without, refusal, request);
      if (less === undefined) {
        if (reply.failure === undefined) known = without;
        // Where doing without did not help either, the first refusal says why
        return ended(reply.failure === "refused" && first !== undefined ? first : reply);
      }
      without = less;
      first ??= reply;
    }
  };
}

const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>\s*/;

interface ExchangeOptions {
  readonly settings: ModelSettings;
  readonly options: OpenModelOptions;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly without: Without;
  readonly withinMs: number;
}

/** One request and its reply. */
class Exchange {
  readonly #given: ExchangeOptions;
  readonly #seen: Seen = {};
  readonly #stop = new AbortController();
  #stall: (() => void) | undefined;
  #text = "";
  #unseenCharacters = 0;
  readonly #calls: ModelToolCall[] = [];
  #counted: { readonly inputTokens: number; readonly outputTokens: number } | undefined;

  constructor(given: ExchangeOptions) {
    this.#given = given;
  }

  /** @throws The reason of the caller's signal, and nothing else. */
  async result(): Promise<Attempt> {
    const { options: { clock }, signal, withinMs } = this.#given;
    const stopped = Promise.withResolvers<never>();
    stopped.promise.catch(() => undefined);
    this.#stop.signal.addEventListener("abort", () => stopped.reject(this.#stop.signal.reason), { once: true });
    const abort = () => this.#stop.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const end = clock.schedule(withinMs, () => this.#giveUp(`its server took longer than ${inSeconds(withinMs)}.`));
    this.#waitOn();
    try {
      await Promise.race([this.#read(), stopped.promise]);
      return { reply: this.#answered() };
    } catch (error) {
      signal.throwIfAborted();
      return this.#failure(error);
    } finally {
      end();
      this.#stall?.();
      signal.removeEventListener("abort", abort);
      this.#stop.abort(); // whatever is still open
    }
  }

  #giveUp(why: string): void {
    this.#stop.abort(new Stalled(why));
  }

  #waitOn(): void {
    this.#stall?.();
    const say = () => this.#giveUp(`its server sent nothing for ${inSeconds(STALL_MS)}.`);
    this.#stall = this.#given.options.clock.schedule(STALL_MS, say);
  }

  async #read(): Promise<void> {
    const { settings: { baseUrl, apiKey, model }, options: { fetch }, request, without } = this.#given;
    const provider = createOpenAICompatible({
      name: "model",
      baseURL: baseUrl,
      ...(apiKey !== undefined && { apiKey }),
      includeUsage: !without.usage,
      supportsStructuredOutputs: true,
      fetch: watchedFetch(fetch, this.#seen, () => this.#waitOn()),
      ...(without.oldLimit && {
        transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
      }),
    });
    const { stream } = await provider.chatModel(model).doStream({
      ...callOptions(request, without),
      abortSignal: this.#stop.signal,
    });
    for await (const part of stream) this.#take(part);
  }

  #take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "text-delta":
        this.#text += part.delta;
        return;
      case "reasoning-delta":
        this.#unseenCharacters += part.delta.length;
        return;
      case "tool-call":
        this.#calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
        return;
      case "finish": {
        const { inputTokens: { total: input = 0 }, outputTokens: { total: output = 0 } } = part.usage;
        const isCounted = input + output > 0 && [input, output].every(isCount);
        if (isCounted) this.#counted = { inputTokens: input, outputTokens: output };
        return;
      }
      case "error":
        throw part.error;
    }
  }

  #answered(): ModelReply {
    const { settings: { apiKey = "" }, request: { tools = [], shape }, without } = this.#given;
    const keys = new SecretFilter([apiKey]); // the server has it, and arguments and code of a model are shown
    const text = keys.clean(this.#text.replace(THOUGHTS, ""));
    const calls = this.#calls.map((call) => ({ ...call, arguments: keys.clean(call.arguments) }));
    const spent = this.#spent();
    const inWords = tools.length > 0 && without.tools ? callsInWords(text) : undefined;
    if (inWords !== undefined) return { ...spent, text: "", calls: inWords };
    const isJson = shape !== undefined && calls.length === 0;
    return { ...spent, text: isJson ? replyJson(text)?.text ?? text : text, calls };
  }

  /** What the reply cost; where the server does not count, by the characters. */
  #spent() {
    if (this.#counted !== undefined) return { ...this.#counted, isEstimated: false, tookMs: 0 };
    const wrote = this.#calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
    const characters = this.#text.length + this.#unseenCharacters + wrote;
    const outputTokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
    return { inputTokens: estimatedTokens(this.#given.request), outputTokens, isEstimated: true, tookMs: 0 };
  }

  #failure(error: unknown): Attempt {
    const { settings: { apiKey = "" }, options: { clock } } = this.#given;
    const { status, headers, body = "", wrong, isCut } = this.#seen;
    const redact = createRedactor([apiKey]);
    if (status !== undefined && (status < 200 || status > 299)) {
      const isBusy = status === 429 || status === 503;
      const retryAfterMs = headers && readRetryAfter(headers, clock.now());
      const isMoved = status >= 300 && status < 400;
      const words = isMoved ? ": it is at another address, which is not asked" : refusalWords(body, redact);
      const message = `its server answered ${status}${words}.`;
      const reply = {
        ...failed(isBusy ? "busy" : "refused", message),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      };
      return status === 400 || status === 422 ? { reply, refusal: body } : { reply };
    }
    const spent = status === undefined ? NOTHING_SPENT : this.#spent();
    const because = (failure: ModelFailure, message: string) => ({
      reply: { ...spent, failure, message },
    });
    if (error instanceof Stalled) return because("stalled", error.message);
    if (wrong !== undefined) return because("broken", `what its server sent cannot be read: ${wrong}.`);
    if (status === undefined) return because("unreachable", "its server cannot be reached.");
    if (!(error instanceof Error)) { // an event of the stream that says so
      return because("refused", `its server broke off${refusalWords(JSON.stringify({ error }), redact)}.`);
    }
    if (isCut || /without a finish reason/.test(error.message)) {
      return because("unreachable", "the connection to its server broke in the middle of the reply.");
    }
    return because("broken", "what its server sent cannot be read as a reply of a model.");
  }
}

/** A server may send any number as a count; a thousand million tokens are more than any model reads or writes. */
function isCount(tokens: number): boolean {
  return Number.isInteger(tokens) && tokens >= 0 && tokens <= 1e9;
}

/** Too long without a reply, or without a part of it. */
class Stalled extends Error {
  override readonly name = "Stalled";
}

const NOTHING_SPENT = { inputTokens: 0, outputTokens: 0, isEstimated: false, tookMs: 0 };

function failed(failure: ModelFailure, message: string) {
  return { ...NOTHING_SPENT, failure, message };
}

/** @throws The reason of the signal. */
function pause(ms: number, { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cancel = clock.schedule(ms, resolve);
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return promise.finally(() => {
    cancel();
    signal.removeEventListener("abort", abort);
  });
}
