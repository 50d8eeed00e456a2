/** A model on any server of the chat completions protocol; nothing else imports the package that speaks it. */
import type { AskModel, ModelReply } from "../../src/agent/model_port.ts";
import { estimatedTokens, inSeconds } from "../../src/agent/model/talk.ts";
import { wait } from "../../src/pace/wait.ts";
import type { ModelSettings } from "../../src/setup/model_settings.ts";
import { contextOf } from "./context.ts";
import { Exchange, failed, type OpenModelOptions } from "./exchange.ts";
import { isCutShort, isDeaf, Known } from "./without.ts";

/**
 * Opens a model; nothing is sent yet. What its server refuses (tools, JSON by a schema, counts of tokens, the older
 * limit of a reply) or does not hear (tools) is asked for in words or left out from then on, if that helped. Before the
 * first call it is asked for its list of models, which may say how long a prompt may be.
 */
export function openModel(settings: ModelSettings, options: OpenModelOptions): AskModel {
  const { clock } = options;
  const known = new Known();
  let context: Promise<number | undefined> | undefined;
  return async (request, signal) => {
    signal.throwIfAborted();
    const begunMs = clock.monotonicMs();
    const { afterMs = 0, withinMs } = request;
    if (afterMs >= withinMs) {
      return failed("busy", `its server asked to wait ${inSeconds(afterMs)}, and ${inSeconds(withinMs)} are left.`);
    }
    if (afterMs > 0) await wait(afterMs, { clock, signal });
    const { terms: { contextTokens: said } } = settings;
    const contextTokens = said ?? await (context ??= contextOf(settings, { ...options, signal }));
    if (signal.aborted) context = undefined; // the list was not read to its end, and the next answer asks again
    signal.throwIfAborted();
    const spent = { inputTokens: 0, outputTokens: 0 };
    const ended = (reply: ModelReply): ModelReply => ({
      ...reply,
      inputTokens: reply.inputTokens + spent.inputTokens,
      outputTokens: reply.outputTokens + spent.outputTokens,
      tookMs: clock.monotonicMs() - begunMs,
      contextTokens: reply.contextTokens ?? contextTokens,
    });
    if (contextTokens !== undefined && estimatedTokens(request) >= contextTokens) {
      return ended(failed("too_long", `its context of ${contextTokens} tokens does not hold the prompt.`));
    }
    const trying = known.begin(request);
    let first: ModelReply | undefined;
    for (;;) {
      const left = withinMs - (clock.monotonicMs() - begunMs);
      const { without } = trying;
      const { reply, refusal } = await new Exchange({ settings, options, request, signal, without, withinMs: left })
        .result();
      const isHeard = refusal === undefined && !(isDeaf(reply, request) && !without.tools);
      if (isHeard || !trying.less(refusal)) {
        if (reply.failure === undefined) trying.helped();
        if (isCutShort(reply, request)) {
          const { inputTokens: read } = reply;
          const message = `its server read ${read} tokens of a longer prompt, and says nothing of it.`;
          return ended({ ...reply, failure: "too_long", message, contextTokens: read });
        }
        // Where doing without did not help either, the first refusal says why
        return ended(reply.failure === "refused" && first !== undefined ? first : reply);
      }
      if (refusal !== undefined) first ??= reply;
      spent.inputTokens += reply.inputTokens;
      spent.outputTokens += reply.outputTokens;
    }
  };
}
