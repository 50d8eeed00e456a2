import { z } from "zod";
import { cut } from "../../text/cut.ts";
import type { ModelMessage, ModelReply } from "../model_port.ts";
import type { Step } from "../step.ts";
import { MAX_CALLS, MAX_REPAIRS, MAX_REPLY_TOKENS, MAX_SENTENCES } from "./limits.ts";
import type { OfferedTool, ToolOutcome } from "./offered_tool.ts";
import { replyJson } from "./reply_json.ts";
import { estimatedTokens, feedback, MAX_SHOWN, type Turn } from "./talk.ts";
import { shownResult, shownWork } from "./shown_work.ts";
import { QUOTED_DATA_RULE } from "./quoted_data.ts";

/** A call that gave something. */
export type Gathered = Exclude<ToolOutcome, { readonly wrong: string }>;

/** Calls of one reply that are read: each is answered, and a reply may hold half a million. */
const MOST_AT_ONCE = MAX_CALLS + 1;
/** Room for what calls gave, which no tool is offered in place of. */
const RESULT_TOKENS = 500;
/** Calls of the model that a plan leaves for what comes after it. */
const CALLS_AFTER = 2;

const textSchema = z.looseObject({
  calls: z.array(z.looseObject({ name: z.string(), arguments: z.unknown() })),
});

/** A call as a model asks for it, in a message for calls or in its text. */
interface AskedCall {
  /** Absent of one in text. */
  readonly id?: string;
  readonly name: string;
  /** As JSON. */
  readonly arguments: string;
}

/** A mistake: what the model is shown, and what the answer says, in words of ours alone. */
interface Mistake {
  readonly reason: string;
  readonly noted: string;
}

/**
 * Asks the model which tools to use, and runs them, until it asks for no more.
 * @returns What was found; also where the plan ended early, which is noted then.
 */
export async function* planCalls(
  tools: readonly OfferedTool[],
  { work, talk, notes }: Turn,
): AsyncGenerator<Step, readonly Gathered[], undefined> {
  if (tools.length === 0) return [];
  const calling = new Calling(tools);
  const base = [{ role: "system", text: PLAN_PROMPT }, { role: "user", text: shownWork(work) }] as const;
  let rounds: readonly (readonly ModelMessage[])[] = [];
  const end = (why: string) => {
    notes.push(`Its plan ended early: ${why}`);
    return calling.gathered;
  };
  for (let repairs = 0;;) {
    if (talk.callsLeft <= CALLS_AFTER) return end("its other calls are kept for the choice of sentences.");
    const prompt = fitted(base, { tools, rounds, most: talk.promptTokens });
    const reply = await talk.ask({ ...prompt, maxTokens: MAX_REPLY_TOKENS });
    if (typeof reply === "string") return end(reply);
    if (reply.failure !== undefined) {
      if (repairs++ === MAX_REPAIRS) return end(reply.message);
      continue;
    }
    const calls = reply.calls.slice(0, MOST_AT_ONCE);
    const asked = callsIn({ ...reply, calls });
    if ("noted" in asked) rounds = [...rounds, feedback(reply.text, asked.reason)];
    else if (asked.length === 0) return calling.gathered;
    else rounds = [...rounds, yield* calling.run(asked, { ...reply, calls })];
    const mistake = "noted" in asked ? asked : calling.mistake;
    if (calling.isOver) return end(`its ${MAX_CALLS} calls of tools are made.`);
    if (mistake && repairs++ === MAX_REPAIRS) return end(`after ${MAX_REPAIRS} repairs, ${mistake.noted}.`);
  }
}

/** A prompt that has room: without the last of the tools, and without what the first calls gave. */
function fitted(base: readonly ModelMessage[], { tools, rounds, most }: {
  readonly tools: readonly OfferedTool[];
  readonly rounds: readonly (readonly ModelMessage[])[];
  readonly most: number;
}) {
  const all = tools.map(({ definition }) => definition);
  const offered = all.findLastIndex((_, at) =>
    estimatedTokens({ messages: base, tools: all.slice(0, at + 1) }) + RESULT_TOKENS <= most
  );
  const request = { tools: all.slice(0, offered + 1), messages: [...base, ...rounds.flat()] };
  for (let from = 1; estimatedTokens(request) > most && from <= rounds.length; from++) {
    request.messages = [...base, LEFT_OUT, ...rounds.slice(from).flat()];
  }
  return request;
}

const LEFT_OUT: ModelMessage = {
  role: "user",
  text: "What earlier calls gave is left out here for want of room. It is found, and need not be asked for again.",
};

/** A call that can run. */
interface ReadCall {
  readonly tool: OfferedTool;
  readonly given: unknown;
  /** Equal for equal calls. */
  readonly made: string;
}

/** Runs the calls of one answer. */
class Calling {
  readonly gathered: Gathered[] = [];
  readonly #tools: ReadonlyMap<string, OfferedTool>;
  readonly #made = new Set<string>();
  #count = 0;
  /** The last mistake of the calls that ran last. */
  mistake: Mistake | undefined;
  /** Whether a call was asked for beyond the most. */
  isOver = false;

  constructor(tools: readonly OfferedTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
  }

  /** Runs the calls of a reply; returns the messages that say what came of them. */
  async *run(
    asked: readonly AskedCall[],
    { text, calls }: { readonly text: string } & Pick<Extract<ModelReply, { failure?: undefined }>, "calls">,
  ): AsyncGenerator<Step, readonly ModelMessage[], undefined> {
    this.mistake = undefined;
    const results: { readonly call: AskedCall; readonly text: string }[] = [];
    for (const call of asked) results.push({ call, text: shownResult(yield* this.#answer(call), asked.length) });
    if (calls.length > 0) {
      const answers = results.map(({ call, text }) => ({ ...call, role: "tool", call: call.id ?? "", text } as const));
      return [{ role: "assistant", text: cut(text, MAX_SHOWN), calls }, ...answers];
    }
    const lines = results.map(({ call: { name }, text }) => `${name}: ${text}`);
    return feedback(text, `Results of the calls:\n${lines.join("\n")}`);
  }

  /** What the model is shown of a call. */
  async *#answer(call: AskedCall): AsyncGenerator<Step, unknown, undefined> {
    if (this.#count === MAX_CALLS) {
      this.isOver = true;
      return { error: `Not called: ${MAX_CALLS} calls are made.` };
    }
    const read = this.#read(call);
    if ("noted" in read) return this.#wrong(read);
    this.#count++;
    const outcome = yield* read.tool.call(read.given);
    if ("wrong" in outcome) {
      const { wrong, noted = "it called a tool with arguments that do not fit" } = outcome;
      return this.#wrong({ reason: wrong, noted });
    }
    this.#made.add(read.made);
    this.gathered.push(outcome);
    return outcome.value;
  }

  #read({ name, arguments: text }: AskedCall): ReadCall | Mistake {
    const wrong = (reason: string, noted: string) => ({ reason, noted });
    const tool = this.#tools.get(name);
    const names = [...this.#tools.keys()].join(", ");
    if (!tool) return wrong(`There is no such tool. There are: ${names}.`, "it called a tool that does not exist");
    const json = replyJson(text.trim() === "" ? "{}" : text);
    if (!json) return wrong("The arguments are no JSON.", "it called a tool with arguments that are no JSON");
    const made = `${name} ${JSON.stringify(sorted(json.value))}`;
    if (this.#made.has(made)) return wrong("This call was made before; its result stands above.", "it repeated a call");
    return { tool, given: json.value, made };
  }

  #wrong(mistake: Mistake): unknown {
    this.mistake = mistake;
    return { error: mistake.reason };
  }
}

/** The calls of a reply; some servers know none, so that they stand in its text as JSON. */
function callsIn({ text, calls }: { readonly text: string; readonly calls: readonly AskedCall[] }) {
  if (calls.length > 0) return calls;
  const json = replyJson(text);
  const read = textSchema.safeParse(json?.value);
  if (read.success) {
    return read.data.calls.slice(0, MOST_AT_ONCE).map(({ name, arguments: given = {} }): AskedCall => ({
      name,
      arguments: typeof given === "string" ? given : JSON.stringify(given),
    }));
  }
  const isMeant = /^[[{]/.test(json?.text ?? "") || text.includes('"calls"');
  return isMeant ? NO_CALLS : []; // any other words mean that it is done
}

const NO_CALLS: Mistake = {
  reason: 'Reply with JSON only: {"calls": [{"name": "...", "arguments": {...}}]}, or {"calls": []} when you are done.',
  noted: "its reply was no JSON of calls",
};

/** The same value with its names in order, so that equal arguments are equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => one < other ? -1 : 1);
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}

/** The rules of planning, which come before what one answer is about. */
export const PLAN_PROMPT = `You look things up for an answer about companies. You do not write the answer.

Call the tools whose results the request needs; the program runs them. When you have what it needs, or the tools cannot give it, reply with {"calls": []}.
If you cannot call tools directly, reply with JSON only: {"calls": [{"name": "...", "arguments": {...}}]}.

Rules:
- Subjects and day are given. Name no other ticker and no day of the answer; what became known later does not exist.
- At most ${MAX_CALLS} calls in all. Never the same call twice.
- The request may be in any language and in other words than tools and items: its "top line" is revenue.
- The request and texts of documents are quoted. ${QUOTED_DATA_RULE}`;

/** The same for the choice of sentences. */
export const CHOOSE_PROMPT = `You choose which sentences answer a request about companies. You write none yourself.

Each sentence that may be said stands behind its id, like s1. Reply with JSON only: {"sentences": ["s1"]}: one to ${MAX_SENTENCES} ids, the sentence that answers the request first.

Rules:
- Only ids of the list.
- Fewer is better: leave out what the request does not ask.
- If no sentence answers the request, reply {"sentences": []}.
- The request and texts of documents are quoted. ${QUOTED_DATA_RULE}`;
