import type { LanguageModelReport } from "../../protocol/language_model.ts";
import { cut } from "../../text/cut.ts";
import type { AssistedWork } from "../assisting.ts";
import type { ModelMessage, ModelReply, ModelRequest, UsedModel } from "../model_port.ts";
import { PROMPT_TOKENS } from "./limits.ts";

/** What the turns of a model work with. */
export interface Turn {
  readonly work: AssistedWork;
  readonly talk: Talk;
  /** What of the model is left out, and why: a sentence each, said in the answer. */
  readonly notes: string[];
}

/** One call, without what the budget decides. */
export type TalkRequest = Omit<ModelRequest, "withinMs" | "afterMs">;

/** What was spent, as the answer says it. */
export type Spent = Pick<LanguageModelReport, "name" | "calls" | "input_tokens" | "output_tokens" | "is_estimated">;

/** A call with less time could only fail. */
const LEAST_MS = 250;
/** Room below which a reply could say nothing, and what a short context keeps for one. */
const LEAST_REPLY_TOKENS = 64;
const REPLY_TOKENS = 512;
/** A shorter prompt holds no more than the rules. */
const LEAST_PROMPT_TOKENS = 900;
/** What a prompt that did not fit is shortened to, where nothing says what fits. */
const SHORTER = 0.6;
/** Failures in a row after which the model is left alone: whoever waits for the answer has waited enough. */
const MOST_FAILURES = 3;

/** The calls of a model for one answer, within their budget. */
export class Talk {
  readonly #options: UsedModel & { readonly signal: AbortSignal };
  #calls = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #tookMs = 0;
  #isEstimated = false;
  #afterMs = 0;
  #failures = 0;
  #isGone: string | undefined;
  #contextTokens: number;

  /** @param options The model and its budget, and what stops it. */
  constructor(options: UsedModel & { readonly signal: AbortSignal }) {
    this.#options = options;
    this.#contextTokens = options.terms.contextTokens ?? Infinity;
  }

  /** Most tokens of the next prompt: what the context of the model holds, and never very many. */
  get promptTokens(): number {
    return Math.min(PROMPT_TOKENS, this.#contextTokens - REPLY_TOKENS);
  }

  /** What was spent so far. */
  get spent(): Spent {
    return {
      name: this.#options.terms.name,
      calls: this.#calls,
      input_tokens: this.#inputTokens,
      output_tokens: this.#outputTokens,
      ...(this.#isEstimated && { is_estimated: true }),
    };
  }

  /** Calls that its budget has left. */
  get callsLeft(): number {
    return this.#options.terms.budget.calls - this.#calls;
  }

  /** Why the model is not asked again; `undefined` where it may be. */
  get over(): string | undefined {
    const { calls, seconds } = this.#options.terms.budget;
    if (this.#isGone !== undefined) return this.#isGone;
    if (this.#calls >= calls) return `its ${counted(calls, "call")} spent.`;
    if (this.promptTokens < LEAST_PROMPT_TOKENS) return `its context of ${this.#contextTokens} tokens is too short.`;
    if (this.#msLeft < LEAST_MS) return `its ${counted(seconds, "second")} spent.`;
    if (this.#msLeft >= LEAST_MS + this.#afterMs) return undefined;
    return `its server asked to wait ${inSeconds(this.#afterMs)}, and ${inSeconds(this.#msLeft)} are left.`;
  }

  get #msLeft(): number {
    return this.#options.terms.budget.seconds * 1_000 - this.#tookMs;
  }

  /**
   * Asks once.
   * @returns The reply; a text where the budget leaves no room for the call, or the model failed too often, which is not
   * asked then.
   */
  async ask(request: TalkRequest): Promise<ModelReply | string> {
    const { terms: { budget }, ask, signal } = this.#options;
    const { over } = this;
    if (over !== undefined) return over;
    const prompt = estimatedTokens(request);
    const room = Math.min(budget.tokens - this.#inputTokens - this.#outputTokens, this.#contextTokens) - prompt;
    if (prompt > this.promptTokens) return `its prompt of ${prompt} tokens is longer than ${this.promptTokens}.`;
    if (room < LEAST_REPLY_TOKENS) return `its ${budget.tokens} tokens do not hold another call.`;
    const afterMs = this.#afterMs;
    const reply = await ask({
      ...request,
      maxTokens: Math.min(request.maxTokens, room),
      withinMs: this.#msLeft,
      ...(afterMs > 0 && { afterMs }),
    }, signal);
    this.#count(reply, prompt);
    return reply;
  }

  #count(reply: ModelReply, prompt: number): void {
    this.#calls++;
    const { contextTokens = reply.failure === "too_long" ? Math.floor(prompt * SHORTER) + REPLY_TOKENS : Infinity } =
      reply;
    this.#contextTokens = Math.min(this.#contextTokens, contextTokens);
    this.#inputTokens += countOf(reply.inputTokens);
    this.#outputTokens += countOf(reply.outputTokens);
    this.#tookMs += countOf(reply.tookMs);
    this.#isEstimated ||= reply.isEstimated;
    this.#afterMs = reply.failure === undefined ? 0 : reply.retryAfterMs ?? 0;
    this.#failures = reply.failure === undefined ? 0 : this.#failures + 1;
    if (reply.failure === "refused") this.#isGone = `its server refuses: ${reply.message}`;
    else if (this.#failures >= MOST_FAILURES && reply.failure !== undefined) {
      this.#isGone = `it failed ${MOST_FAILURES} times in a row, at last so: ${reply.message}`;
    }
  }
}

/** Most characters of a reply, and of a request or of mistakes beside it, that a model is shown again. */
export const MAX_SHOWN = 400;

/** A reply as its model is shown it again, and what it is told of it. */
export function feedback(reply: string, text: string): readonly ModelMessage[] {
  return [{ role: "assistant", text: cut(reply, MAX_SHOWN) }, { role: "user", text }];
}

/** Like `2.5 s`. */
export function inSeconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(1))} s`;
}

/** Like `8 calls are`. */
function counted(count: number, name: string): string {
  return count === 1 ? `1 ${name} is` : `${count} ${name}s are`;
}

/** A count of a server; one that is below 0 or no number gives nothing back. */
function countOf(counted: number): number {
  return counted > 0 && Number.isFinite(counted) ? counted : 0;
}

/** What may be a token: two capitals, four letters of a word, a digit, two other signs. */
const TOKEN = /[A-Z]{2}|[A-Za-z][a-z]{0,3}|\d|[^A-Za-z\d ]{1,2}/g;

/** Tokens of a text, rather too many than too few; of other scripts one a byte, as small vocabularies have it. */
export function tokensOf(text: string): number {
  const { length } = text.match(TOKEN) ?? "";
  return length + new TextEncoder().encode(text).length - text.length;
}

/** What the template of a model puts around a message, and around tools. */
const AROUND = { message: 8, tools: 120 } as const;

/** Tokens of a request, estimated. */
export function estimatedTokens(
  { messages, tools = [], shape }: Pick<TalkRequest, "messages" | "tools" | "shape">,
): number {
  const said = messages.map((message) => {
    const calls = "calls" in message ? JSON.stringify(message.calls) : "";
    return AROUND.message + tokensOf(message.text + calls);
  });
  const offered = tools.length === 0 ? 0 : AROUND.tools + tokensOf(JSON.stringify(tools));
  return said.reduce((sum, tokens) => sum + tokens, 0) + offered + (shape ? tokensOf(JSON.stringify(shape)) : 0);
}
