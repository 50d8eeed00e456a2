import type { ToldCandidate } from "../../../src/agent/model/candidates.ts";
import type { ModelRequest, ModelTerms } from "../../../src/agent/model_port.ts";
import { createAnalyst } from "../../../src/agent/analyst.ts";
import { createAssist } from "../../../src/agent/model/assist.ts";
import type { Step } from "../../../src/agent/step.ts";
import type { Dataset } from "../../../src/data/dataset.ts";
import { ports, sample } from "../ask.ts";
import { type Line, type ScriptedModel, scriptedModel } from "./scripted.ts";

/** A call of a tool. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** A sentence by what it is about; a planner does not look for values, which it is to find out. */
export interface Pick {
  readonly kind: string;
  readonly about: string;
  /** Begins what it is of. */
  readonly of?: string;
  /** Stands in its words. */
  readonly words?: string;
}

/** What a model is told to choose from. */
export interface ToldChoice {
  readonly looked_up: readonly string[];
  readonly sentences: readonly ToldCandidate[];
  readonly left_out?: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Reads the sentences out of a request of the choice; `undefined` of any other. */
export function toldIn({ messages, shape }: ModelRequest): ToldChoice | undefined {
  const text = shape?.name === "sentences" ? messages[1]?.text ?? "" : "";
  const at = text.indexOf('{"looked_up"');
  return at === -1 ? undefined : JSON.parse(text.slice(at)) as ToldChoice;
}

/** A choice of told sentences, as a model writes it. */
export function choiceOf(chosen: readonly Partial<ToldCandidate>[]): string {
  return JSON.stringify({ sentences: chosen.map(({ id, claims }) => ({ phrase: id, claims })) });
}

/** The sentences that are picked, in order; one that is not there is missing. */
export function picked(all: readonly ToldCandidate[], picks: readonly Pick[]): readonly ToldCandidate[] {
  return picks.flatMap(({ kind, about, of = "", words = "" }) =>
    all.find((one) =>
      one.kind === kind && one.about.join(" ") === about && (one.of ?? "").startsWith(of) && one.says.includes(words)
    ) ?? []
  );
}

/** A model that makes these calls, then chooses these sentences. */
export function planner(
  calls: readonly PlannedCall[],
  picks: readonly Pick[],
  terms: Partial<ModelTerms> = {},
): ScriptedModel {
  return scriptedModel((request, call): Line => {
    const told = toldIn(request);
    if (told) return choiceOf(picked(told.sentences, picks));
    return call === 0 && calls.length > 0 ? { calls } : "";
  }, terms);
}

/** All steps of an answer with a model, or without. */
export async function askWith(
  model: Omit<ScriptedModel, "asked"> | undefined,
  { input, dataset = sample, asOf }: {
    readonly input: string;
    readonly dataset?: Dataset | undefined;
    readonly asOf?: string;
  },
): Promise<readonly Step[]> {
  const agent = createAnalyst(ports({ dataset }), { assist: model && createAssist(model) });
  const steps: Step[] = [];
  const signal = new AbortController().signal;
  for await (const step of agent({ input, files: false, signal, ...(asOf !== undefined && { asOf }) })) {
    steps.push(step);
  }
  return steps;
}
