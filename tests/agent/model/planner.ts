import type { ModelRequest, ModelTerms } from "../../../src/agent/model_port.ts";
import { createAnalyst } from "../../../src/agent/analyst.ts";
import { createAssist } from "../../../src/agent/model/assist.ts";
import { KNOWLEDGE } from "../../../src/agent/tools.ts";
import type { Step } from "../../../src/agent/step.ts";
import { rowOf } from "../../../src/data/metrics/metric.ts";
import { itemOf } from "../../../src/data/metrics/items.ts";
import type { Dataset } from "../../../src/data/dataset.ts";
import { ports, sample } from "../ask.ts";
import { type Line, type ScriptedModel, scriptedModel } from "./scripted.ts";

type Part<T, K extends keyof T> = { readonly [Name in K]: T[Name] };

/** A call of a tool. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** A sentence by what it is about; a planner does not look for values, which it is to find out. */
export interface Pick {
  /** Its phrase. */
  readonly kind: string;
  /** Tickers, in their order in it. */
  readonly about: string;
  /** Its measure or item. */
  readonly of?: string;
  /** Each stands in it. */
  readonly words?: string | readonly string[];
}

/** A sentence that a model may choose, as it is shown. */
export interface ShownLine {
  readonly id: string;
  readonly says: string;
  /** Whether it stands between marks, as words of others do. */
  readonly isQuoted: boolean;
}

/** What a model is shown to choose from. */
export interface ShownChoice {
  readonly looked_up: string;
  readonly sentences: readonly ShownLine[];
  readonly left_out: string;
}

const LINE = /^(s\d+) (?:quotes others:\n<data id="\1">\n\| (.*)\n<\/data>|(.*))$/gm;

/** Reads the sentences out of a request of the choice; `undefined` of any other. */
export function shownIn({ messages, shape }: Part<ModelRequest, "messages" | "shape">): ShownChoice | undefined {
  const text = shape?.name === "sentences" ? messages[1]?.text ?? "" : "";
  const at = text.indexOf("\nSentences:\n");
  if (at === -1) return undefined;
  const sentences = [...text.slice(at).matchAll(LINE)].map(([, id = "", quoted, plain = ""]): ShownLine => ({
    id,
    says: quoted ?? plain,
    isQuoted: quoted !== undefined,
  }));
  return {
    looked_up: /\nLooked up: (.*)\n/.exec(text.slice(0, at + 1))?.[1] ?? "",
    sentences,
    left_out: /\n(Left out for want of room: .*)$/.exec(text)?.[1] ?? "",
  };
}

/** A choice of shown sentences, as a model writes it. */
export function choiceOf(chosen: readonly { readonly id: string }[]): string {
  return JSON.stringify({ sentences: chosen.map(({ id }) => id) });
}

/** The sentences that are picked, in order; one that is not there is missing. */
export function picked(all: readonly ShownLine[], picks: readonly Pick[]): readonly ShownLine[] {
  return picks.flatMap((pick) => all.find((one) => isPicked(one, pick)) ?? []);
}

const { vocabulary: { phrases } } = KNOWLEDGE;
/** What a slot may hold, where any words would be too much. */
const SLOTS: Readonly<Record<string, string>> = {
  quote_day: "\\d+ [A-Z][a-z]+ \\d+",
  ticker: "[A-Z]\\w+(?: [A-Z]\\w+)*",
};
/** How sentences about them alone call companies, where that is not their ticker in small letters. */
const NAMES: Readonly<Record<string, string>> = {
  AAPL: "Apple",
  BA: "Boeing",
  GOOGL: "Alphabet",
  IBM: "IBM",
  MSFT: "Microsoft",
};

/** How a measure or an item is named, up to what depends on the data. */
function nameOf(of: string): string {
  const name = rowOf(of)?.name;
  const plain = name?.includes(" / ") ? of : name ?? itemOf(of)?.name ?? of;
  return plain.split(" {")[0] ?? plain;
}

/** Whether a sentence is of a phrase, by the words around its slots, and about what is asked. */
export function isPicked({ says }: Part<ShownLine, "says">, { kind, about, of = "", words = [] }: Pick): boolean {
  const pattern = (phrases[kind]?.text ?? kind).split(/\{(\w+)\}/).map((piece, at) =>
    at % 2 === 0 ? RegExp.escape(piece).replace(/^(\\x27|')s/, "'s?") : SLOTS[piece] ?? ".*"
  ).join("");
  const name = nameOf(of);
  const inOrder = about.split(" ").map((ticker) => `(?:${RegExp.escape(ticker)}|${NAMES[ticker] ?? "(?!)"})`).join(
    ".*",
  );
  const isAbout = kind === "company.no_prices" || new RegExp(inOrder, "i").test(says);
  return new RegExp(`^${pattern}$`).test(says) && isAbout && [name, words].flat().every((word) => says.includes(word));
}

/** A model that makes these calls, then chooses these sentences. */
export function planner(
  calls: readonly PlannedCall[],
  picks: readonly Pick[],
  terms: Partial<ModelTerms> = {},
): ScriptedModel {
  return scriptedModel((request, call): Line => {
    const shown = shownIn(request);
    if (shown) return choiceOf(picked(shown.sentences, picks));
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
