import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ModelFailure, ModelReply, ModelRequest, ModelToolCall } from "../../src/agent/model_port.ts";
import { replyJson } from "../../src/agent/model/reply_json.ts";
import { estimatedTokens, inSeconds, tokensOf } from "../../src/agent/model/talk.ts";
import type { Fetch } from "../../src/client/send.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { readRetryAfter } from "../../src/pace/retry_delay.ts";
import type { ModelSettings } from "../../src/setup/model_settings.ts";
import { createRedactor, SecretFilter } from "../../src/text/redact.ts";
import { refusalWords } from "../../src/setup/model_refusal.ts";
import { tooLong } from "./context.ts";
import { callOptions } from "./prompt.ts";
import { type Seen, watchedFetch } from "./watched_fetch.ts";
import type { Without } from "./without.ts";

/** How a model is reached. */
export interface OpenModelOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** One attempt: the reply, and whether its refusal may be about something to do without. */
export interface Attempt {
  readonly reply: ModelReply;
  readonly refusal?: string;
}

const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>\s*/;

/** What one request needs. */
interface ExchangeOptions {
  readonly settings: ModelSettings;
  readonly options: OpenModelOptions;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly without: Without;
  readonly withinMs: number;
}

/** One request and its reply. */
export class Exchange {
  readonly #given: ExchangeOptions;
  readonly #seen: Seen = {};
  readonly #stop = new AbortController();
  #stall: (() => void) | undefined;
  #isOver = false;
  #text = "";
  #unseen = "";
  #pieces = 0;
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
    this.#waitOn("first");
    try {
      await Promise.race([this.#read(), stopped.promise]);
      return { reply: this.#answered() };
    } catch (error) {
      signal.throwIfAborted();
      return this.#failure(error);
    } finally {
      this.#isOver = true;
      end();
      this.#stall?.();
      signal.removeEventListener("abort", abort);
      this.#stop.abort(); // whatever is still open
    }
  }

  #giveUp(why: string): void {
    this.#stop.abort(new Stalled(why));
  }

  #waitOn(what: keyof ModelSettings["waitMs"]): void {
    this.#stall?.();
    if (this.#isOver) return; // a piece that was on its way
    const { settings: { waitMs }, options: { clock } } = this.#given;
    const most = waitMs[what];
    this.#stall = clock.schedule(most, () => this.#giveUp(`its server sent nothing for ${inSeconds(most)}.`));
  }

  async #read(): Promise<void> {
    const { settings: { baseUrl, apiKey, model }, options: { fetch }, request, without } = this.#given;
    const { signal } = this.#stop;
    const provider = createOpenAICompatible({
      name: "model",
      baseURL: baseUrl,
      ...(apiKey !== undefined && { apiKey }),
      includeUsage: !without.usage,
      supportsStructuredOutputs: true,
      fetch: watchedFetch(fetch, { seen: this.#seen, signal, onBytes: () => this.#waitOn("next") }),
      ...(without.oldLimit && {
        transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
      }),
    });
    const asked = { ...callOptions(request, without), abortSignal: signal };
    const { stream } = await provider.chatModel(model).doStream(asked);
    for await (const part of stream) this.#take(part);
  }

  #take(part: LanguageModelV4StreamPart): void {
    if ("delta" in part) this.#pieces++;
    switch (part.type) {
      case "text-delta":
        this.#text += part.delta;
        return;
      case "reasoning-delta":
        this.#unseen += part.delta;
        return;
      case "tool-call":
        this.#calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
        return;
      case "finish": {
        const { inputTokens: { total: input = 0 }, outputTokens: { total: output = 0 } } = part.usage;
        // A server may send any number; a thousand million tokens are more than any model reads or writes
        const isCount = (tokens: number) => Number.isInteger(tokens) && tokens >= 0 && tokens <= 1e9;
        const isCounted = input + output > 0 && [input, output].every(isCount);
        if (isCounted) this.#counted = { inputTokens: input, outputTokens: output };
        return;
      }
      case "error":
        throw part.error;
    }
  }

  #answered(): ModelReply {
    const { settings: { apiKey = "" }, request: { shape } } = this.#given;
    const keys = new SecretFilter([apiKey]); // the server has it, and arguments and code of a model are shown
    const text = keys.clean(this.#text.replace(THOUGHTS, ""));
    const calls = this.#calls.map((call) => ({ ...call, arguments: keys.clean(call.arguments) }));
    const isJson = shape !== undefined && calls.length === 0;
    return { ...this.#spent(), text: isJson ? replyJson(text)?.text ?? text : text, calls };
  }

  /** What the reply cost; where the server did not count, as its characters are, and at least a token a piece. */
  #spent() {
    if (this.#counted !== undefined) return { ...this.#counted, isEstimated: false, tookMs: 0 };
    const wrote = [this.#text, this.#unseen, ...this.#calls.map((call) => call.name + call.arguments)].join("");
    const outputTokens = Math.max(this.#pieces, tokensOf(wrote));
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
      const long = isBusy ? undefined : tooLong(body);
      const failure = isBusy ? "busy" : long === undefined ? "refused" : "too_long";
      const said = failed(failure, `its server answered ${status}${words}.`);
      const reply = { ...said, ...long, ...(retryAfterMs !== undefined && { retryAfterMs }) };
      return failure === "refused" && [400, 422].includes(status) ? { reply, refusal: body } : { reply };
    }
    // a request that was given up is read all the same
    const spent = status === undefined && !(error instanceof Stalled) ? NOTHING_SPENT : this.#spent();
    const because = (failure: ModelFailure, message: string) => ({ reply: { ...spent, failure, message } });
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

/** Too long without a reply, or without a part of it. */
class Stalled extends Error {
  override readonly name = "Stalled";
}

const NOTHING_SPENT = { inputTokens: 0, outputTokens: 0, isEstimated: false, tookMs: 0 };

/** A reply that is none, for which nothing was spent. */
export function failed(failure: ModelFailure, message: string) {
  return { ...NOTHING_SPENT, failure, message };
}
