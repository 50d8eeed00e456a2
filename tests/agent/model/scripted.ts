import type { AskModel, ModelFailure, ModelReply, ModelRequest, ModelTerms } from "../../../src/agent/model_port.ts";
import { MODEL_BUDGET } from "../../../src/agent/model_port.ts";

/** What a scripted model says to one call. */
export type Line =
  /** Text. */
  | string
  /** Calls of tools: name and arguments, as JSON or as a value that becomes JSON. */
  | { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[]; readonly text?: string }
  | {
    readonly failure: ModelFailure;
    readonly message?: string;
    readonly retryAfterMs?: number;
    readonly contextTokens?: number;
  };

/** A model that follows a script, with what it was asked. */
export interface ScriptedModel {
  readonly terms: ModelTerms;
  readonly ask: AskModel;
  readonly asked: ModelRequest[];
}

/** A model that answers each call by a function of the request and the number of the call, from 0. */
export function scriptedModel(
  script: (request: ModelRequest, call: number) => Line,
  terms: Partial<ModelTerms> = {},
): ScriptedModel {
  const asked: ModelRequest[] = [];
  const ask: AskModel = (request, signal) => {
    signal.throwIfAborted();
    asked.push(request);
    return Promise.resolve(replyOf(script(request, asked.length - 1), asked.length));
  };
  return { terms: { name: "scripted", budget: MODEL_BUDGET, mayComment: false, ...terms }, ask, asked };
}

const COUNTED = { inputTokens: 100, outputTokens: 20, isEstimated: false, tookMs: 10 };

function replyOf(line: Line, call: number): ModelReply {
  if (typeof line === "string") return { ...COUNTED, text: line, calls: [] };
  if ("failure" in line) return { ...COUNTED, message: `the script fails (${line.failure})`, ...line };
  const calls = line.calls.map(({ name, arguments: given }, at) => ({
    ...{ id: `call_${call}_${at}`, name },
    arguments: typeof given === "string" ? given : JSON.stringify(given),
  }));
  return { ...COUNTED, text: line.text ?? "", calls };
}
