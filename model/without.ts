import type { ModelRequest } from "../src/agent/model_port.ts";
import type { Lacks } from "./prompt.ts";

/** What a server was seen to do without. */
export type Without = Lacks & {
  /** It counts tokens in a stream only where nobody asks for it, or never. */
  readonly usage: boolean;
  /** It limits a reply by `max_completion_tokens` instead of `max_tokens`. */
  readonly oldLimit: boolean;
};

/** A new server is asked for everything. */
export const EVERYTHING: Without = { tools: false, shape: false, usage: false, oldLimit: false };

/** What to do without after a refusal; undefined where nothing is left that the refusal may be about. */
export function lessOf(without: Without, refusal: string, { tools = [], shape }: ModelRequest): Without | undefined {
  const ways = [
    { name: "oldLimit", isUsed: true, words: /max_completion_tokens/i, isGuess: false },
    { name: "usage", isUsed: true, words: /stream_options|include_usage/i, isGuess: false },
    {
      name: "shape",
      isUsed: shape !== undefined,
      words: /response_format|json_schema|schema|structured/i,
      isGuess: true,
    },
    { name: "tools", isUsed: tools.length > 0, words: /tool|function/i, isGuess: true },
  ] as const;
  const open = ways.filter(({ name, isUsed }) => isUsed && !without[name]);
  const found = open.find(({ words }) => words.test(refusal)) ?? open.find(({ isGuess }) => isGuess);
  return found && { ...without, [found.name]: true };
}
