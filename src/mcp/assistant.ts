import type { Agent } from "../agent/ports.ts";
import { type Desk, type Tool, ToolError, type ToolProgress } from "../agent/tool.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { filesOfResult } from "../protocol/result_files.ts";
import type { CallerDesk } from "../service/assistants.ts";
import { causeOf, failureOf, isUnexpected } from "../service/failure.ts";
import { linkOf, readFile, type ResourceContents, type ResourceLink } from "./files.ts";
import { describe, type Offer, offersOf, type ToolDescriptor } from "./offer.ts";

/** What assistants are answered with. */
export interface AssistantParts {
  /** The registry. */
  readonly tools: readonly Tool[];
  /** Opens the data of a day. */
  readonly desk: (asOf?: string) => Desk;
  /** Day of a question that names none, `YYYY-MM-DD`. Default: the newest of the data. */
  readonly asOf?: string | undefined;
}

/** Result of `tools/call`. */
export interface CallResult {
  readonly content: readonly (ResourceLink | { readonly type: "text"; readonly text: string })[];
  /** `{value, claims}` of the tool; absent when it refused. */
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** How a call is followed and stopped. */
export interface Calling {
  readonly signal: AbortSignal;
  /** Told before each step and awaited. */
  step(progress: ToolProgress): Promise<void>;
}

/** What one caller is offered: tools and files. Knows nothing of transports. */
export interface Assistant {
  /** As `tools/list` shows them. */
  readonly tools: readonly ToolDescriptor[];
  /**
   * Calls a tool; a refusal is a result that says so.
   * @returns `undefined` when there is no such tool.
   * @throws The reason of the signal when the call was cancelled.
   */
  call(name: string, asked: unknown, calling: Calling): Promise<CallResult | undefined>;
  /** Reads a file of the caller; `undefined` when there is none. */
  read(uri: string): Promise<ResourceContents | undefined>;
}

/** What an assistant is told of the whole. */
export const INSTRUCTIONS =
  "Conviction answers from prices and filed reports as known on one day, and computes every figure; nothing is guessed. " +
  "Ask thesis for an opinion, a comparison or a risk; facts for figures of reports; resolve when a name is unclear. " +
  "Each result is {value, claims}: quote a figure as its claim shows it, with its day. A refusal says what to change. " +
  "A thesis is not advice: its direction is hardly better than a coin toss; its drawdown risk has a measured record.";

/**
 * Makes what callers are offered, from the registry.
 * @param options `all`: also the tools that are not offered at first.
 */
export function createAssistants(
  { tools, desk, asOf }: AssistantParts,
  options: { readonly all: boolean },
): (caller: CallerDesk) => Assistant {
  const offers = offersOf(tools, options);
  const byName = new Map(offers.map((offer) => [offer.name, offer]));
  const descriptors = offers.map(describe);
  return (caller) => ({
    tools: descriptors,
    call: async (name, asked, calling) => {
      const offer = byName.get(name);
      return offer && await callTool(offer, asked, { desk, asOf, caller, calling });
    },
    read: (uri) => readFile(uri, caller),
  });
}

interface CallParts extends Pick<AssistantParts, "desk" | "asOf"> {
  readonly caller: CallerDesk;
  readonly calling: Calling;
}

async function callTool(
  { name, tool }: Offer,
  asked: unknown,
  { desk, asOf, caller, calling: { signal, step } }: CallParts,
): Promise<CallResult> {
  const input = tool.input.safeParse(withoutNulls(asked ?? {}));
  if (!input.success) return refusal(`Cannot call ${name}: ${issueIn(input.error)}`);
  try {
    signal.throwIfAborted();
    const ask: Agent = (question) => caller.agent({ ...question, asOf: question.asOf ?? asOf });
    const { value, claims } = await tool.run(input.data, { desk, ask, signal, step });
    const structured = { value, claims: claims() };
    const links = filesIn(value).map(linkOf);
    return {
      content: [{ type: "text", text: JSON.stringify(structured) }, ...links],
      structuredContent: structured,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) return refusal(error.message);
    const cause = causeOf(error, signal);
    const failure = failureOf(cause);
    if (isUnexpected(failure)) caller.onFailure(cause);
    return refusal(failure.error.message);
  }
}

/** A message as it is meant: some clients write null for params, a cursor or arguments that they leave out. */
export function meantMessage(json: unknown): unknown {
  const { params } = Object(json);
  return params === undefined ? json : { ...Object(json), params: withoutNulls(params) ?? undefined };
}

function withoutNulls(record: unknown): unknown {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

function refusal(text: string): CallResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** The first of what is wrong with the arguments. */
function issueIn({ issues: [issue] }: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): string {
  const path = issue?.path.map(String).join(".") ?? "";
  return path === "" ? issue?.message ?? "its arguments are invalid" : `${path}: ${issue?.message}`;
}

/** The files of an answer. */
function filesIn(value: unknown): readonly FileReference[] {
  const { metadata } = Object(value) as Pick<ReasoningResult, "metadata">;
  return filesOfResult({ metadata });
}
