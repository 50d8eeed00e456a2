import type { ModelReply, ModelRequest } from "../../src/agent/model_port.ts";
import type { Lacks } from "./prompt.ts";

/** What a server was seen to do without. */
export type Without = Lacks & {
  /** It counts tokens in a stream only where nobody asks for it, or never. */
  readonly usage: boolean;
  /** It limits a reply by `max_completion_tokens` instead of `max_tokens`. */
  readonly oldLimit: boolean;
};

/** Calls in which doing without helped after which a server is taken to lack what no refusal named. */
const SURE = 2;

/** What a server is known to do without: at first nothing. */
export class Known {
  #without: Without = { tools: false, shape: false, usage: false, oldLimit: false };
  readonly #guesses = new Map<keyof Without, number>();

  /** Begins a call, which tries what is known and then less. */
  begin({ tools = [], shape }: ModelRequest) {
    const ways = [
      { name: "oldLimit", isUsed: true, words: /max_completion_tokens/i, isGuess: false },
      { name: "usage", isUsed: true, words: /stream_options|include_usage/i, isGuess: false },
      { name: "shape", isUsed: shape !== undefined, words: /response_format|schema|structured/i, isGuess: true },
      { name: "tools", isUsed: tools.length > 0, words: /tool|function/i, isGuess: true },
    ] as const;
    const sure: (keyof Without)[] = [];
    const guessed: (keyof Without)[] = [];
    const trying = {
      without: this.#without,
      /** Does without one thing more after a refusal, or without tools that were not heard; false where nothing is left. */
      less: (refusal: string | undefined): boolean => {
        const open = ways.filter(({ name, isUsed }) => isUsed && !trying.without[name]);
        const named = open.find(({ name, words }) => refusal === undefined ? name === "tools" : words.test(refusal));
        const found = named ?? open.find(({ isGuess }) => isGuess);
        if (found === undefined) return false;
        (named ? sure : guessed).push(found.name);
        trying.without = { ...trying.without, [found.name]: true };
        return true;
      },
      /** The call was answered so; what was only guessed is kept once it has helped twice. */
      helped: (): void => {
        for (const name of guessed) this.#guesses.set(name, 1 + (this.#guesses.get(name) ?? 0));
        const kept = [...sure, ...guessed.filter((name) => (this.#guesses.get(name) ?? 0) >= SURE)];
        this.#without = { ...this.#without, ...Object.fromEntries(kept.map((name) => [name, true])) };
      },
    };
    return trying;
  }
}

/** A token has less than so many characters in a prompt of ours, whatever the model. */
const MOST_CHARACTERS = 6;
/** No context that is cut to is shorter; a server that leaves remembered tokens out of its count may say less. */
const LEAST_CUT = 1_000;

/** Whether tools did not reach the model: it calls none, and fewer tokens were counted than they and the messages have. */
export function isDeaf(reply: ModelReply, { messages, tools = [] }: ModelRequest): boolean {
  if (tools.length === 0 || reply.failure !== undefined || reply.isEstimated || reply.calls.length > 0) return false;
  return reply.inputTokens < (charactersOf(messages) + JSON.stringify(tools).length) / MOST_CHARACTERS;
}

/** Whether the server read less than the messages, because its context holds no more. */
export function isCutShort({ inputTokens, isEstimated, failure }: ModelReply, { messages }: ModelRequest): boolean {
  if (failure !== undefined || isEstimated || inputTokens < LEAST_CUT) return false;
  return inputTokens < charactersOf(messages) / MOST_CHARACTERS;
}

function charactersOf(messages: ModelRequest["messages"]): number {
  return messages.reduce((sum, { text }) => sum + text.length, 0);
}
