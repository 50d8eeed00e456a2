import { z } from "zod";
import type { Fetch } from "../../src/client/send.ts";
import type { ModelSettings } from "../../src/setup/model_settings.ts";
import { beginningOf } from "./watched_fetch.ts";

/** A list of models is some kilobytes; what is not there soon is done without. */
const MAX_CHARS = 500_000;
const WITHIN_MS = 5_000;

const tokens = z.number().int().positive().optional().catch(undefined);
const listSchema = z.object({
  data: z.array(z.object({
    id: z.string(),
    max_model_len: tokens, // vLLM
    context_length: tokens, // OpenRouter and others
    loaded_context_length: tokens, // LM Studio
    meta: z.object({ n_ctx: tokens }).optional().catch(undefined), // llama.cpp
  })),
});

/**
 * Tokens of the context of a model, as the list of models of its server says.
 * @param signal Ends it early.
 * @returns `undefined` where it says nothing, or is not read within 5 s.
 */
export async function contextOf(
  { baseUrl, apiKey, model }: ModelSettings,
  { fetch, signal }: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<number | undefined> {
  try {
    const headers: Readonly<Record<string, string>> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const stop = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
    const reply = await fetch(`${baseUrl}/models`, { headers, redirect: "manual", signal: stop });
    return contextIn(await beginningOf(reply, MAX_CHARS, { seen: {}, signal: stop, onBytes: () => {} }), model);
  } catch {
    return undefined; // what it cannot say, its refusals may
  }
}

/** The same, of the text of a list of models. */
function contextIn(list: string, model: string): number | undefined {
  const { data } = listSchema.parse(JSON.parse(list));
  const known = data.find(({ id }) => id === model) ?? (data.length === 1 ? data[0] : undefined);
  return known?.loaded_context_length ?? known?.meta?.n_ctx ?? known?.max_model_len ?? known?.context_length;
}

const TOO_LONG = /context (?:length|size|window)|n_ctx|too (?:long|many tokens)|exceed\w* .*\btokens?\b/i;
const LENGTH = /"n_ctx"\s*:\s*(\d+)|(?:context (?:length|size|window)|maximum)\D{0,40}(\d{3,})/i;

/** Whether a refusal says that the prompt is too long, and what the context is where it says that. */
export function tooLong(refusal: string): { readonly contextTokens?: number } | undefined {
  if (!TOO_LONG.test(refusal)) return undefined;
  const [, inJson, inWords] = LENGTH.exec(refusal) ?? [];
  const said = inWords ?? inJson;
  return said === undefined ? {} : { contextTokens: Number(said) };
}
