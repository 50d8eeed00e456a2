import type { LanguageModelReport } from "../../protocol/language_model.ts";
import type { ModelReply, ModelRequest, UsedModel } from "../model_port.ts";

/** A model, and what stops it. */
export interface TalkOptions extends UsedModel {
  /** Stops it. */
  readonly signal: AbortSignal;
}

/** One call, without what the budget decides. */
export type TalkRequest = Omit<ModelRequest, "withinMs" | "afterMs">;

/** What was spent, as the answer tells it. */
export type Spent = Pick<LanguageModelReport, "name" | "calls" | "input_tokens" | "output_tokens" | "is_estimated">;

/** A server that does not count is estimated at so many characters a token. */
export const CHARACTERS_PER_TOKEN = 4;
/** A call with less time could only fail. */
const LEAST_MS = 250;
/** Room below which a reply could say nothing. */
const LEAST_REPLY_TOKENS = 64;
/** Failures in a row after which the model is left alone: whoever waits for the answer has waited enough. */
const MOST_FAILURES = 3;

/** The calls of a model for one answer, within their budget. */
export class Talk {
  readonly #options: TalkOptions;
  #calls = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #tookMs = 0;
  #isEstimated = false;
  #afterMs = 0;
  #failures = 0;
  #isGone: string | undefined;

  /** @param options The model and its budget. */
  constructor(options: TalkOptions) {
    this.#options = options;
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
    const room = budget.tokens - this.#inputTokens - this.#outputTokens - estimatedTokens(request);
    if (room < LEAST_REPLY_TOKENS) return `its ${budget.tokens} tokens do not hold another call.`;
    const afterMs = this.#afterMs;
    const reply = await ask({
      ...request,
      maxTokens: Math.min(request.maxTokens, room),
      withinMs: this.#msLeft,
      ...(afterMs > 0 && { afterMs }),
    }, signal);
    this.#count(reply);
    return reply;
  }

  #count(reply: ModelReply): void {
    this.#calls++;
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

/** Tokens that a request has at least, by its characters. */
export function estimatedTokens(request: Pick<TalkRequest, "messages" | "tools" | "shape">): number {
  const { messages, tools = [], shape = {} } = request;
  return Math.ceil(JSON.stringify([messages, tools, shape]).length / CHARACTERS_PER_TOKEN);
}
