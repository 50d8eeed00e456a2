import { z } from "zod";
import { jsonOr } from "../../protocol/parse_json.ts";

/** What a completion says, streamed or whole. */
export interface CompletionRead {
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
export function readCompletion(body: string): CompletionRead {
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
