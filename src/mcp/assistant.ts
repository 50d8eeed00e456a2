import type { Agent } from "../agent/ports.ts";
import { type Desk, type Tool, toolClaimSchema, ToolError, type ToolProgress } from "../agent/tool.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { filesOfResult } from "../protocol/result_files.ts";
import type { CallerTools } from "../service/assistants.ts";
import { causeOf, failureOf, isUnexpected } from "../service/failure.ts";
import { linkOf, readFile, type ResourceContents, type ResourceLink } from "./files.ts";
import { z } from "zod";

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
  /** Reads a file of the caller; `undefined` if absent. */
  read(uri: string): Promise<ResourceContents | undefined>;
}

/** What an assistant reads of the whole. */
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
): (caller: CallerTools) => Assistant {
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
  readonly caller: CallerTools;
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

/** A tool of the registry under the name by which an assistant calls it. */
export interface Offer {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly tool: Tool;
}

/** A tool as `tools/list` shows it. */
export interface ToolDescriptor {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema, draft 2020-12, of an object. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolHints;
}

/** JSON Schema of an object. */
export type JsonSchema = { readonly type: "object" } & Readonly<Record<string, unknown>>;

/** What calling a tool can do. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly idempotentHint: true;
  readonly openWorldHint: boolean;
}

/** The tools that are offered at first, by their names in the registry; more would leave an assistant less room. */
const FIRST: Readonly<Record<string, Omit<Offer, "tool">>> = {
  resolve_companies: { name: "resolve", title: "Find companies" },
  filed_figures: { name: "facts", title: "Filed figures" },
  price_history: { name: "prices", title: "Price history" },
  thesis: { name: "thesis", title: "Research thesis" },
  screen: { name: "screen", title: "Screen a list" },
  verify_text: { name: "verify_text", title: "Verify a text" },
  what_changed: { name: "what_changed", title: "What changed" },
  fetch_company: { name: "fetch_company", title: "Fetch filings" },
};

/** But for that which fetches, no tool writes, and none asks anything beyond the data. */
const hintsOf = (isReading: boolean): ToolHints => (
  { readOnlyHint: isReading, idempotentHint: true, openWorldHint: !isReading }
);

/**
 * The tools of a registry that are offered.
 * @param all Also those that are not offered at first.
 */
export function offersOf(tools: readonly Tool[], { all }: { readonly all: boolean }): readonly Offer[] {
  return tools.flatMap((tool): readonly Offer[] => {
    const first = FIRST[tool.name];
    if (first !== undefined) return [{ ...first, tool }];
    return all ? [{ name: tool.name, title: titleOf(tool.name), tool }] : [];
  });
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** How an assistant sees a tool. */
export function describe({ name, title, tool }: Offer): ToolDescriptor {
  const output = z.strictObject({ value: tool.output, claims: z.array(toolClaimSchema) });
  return {
    name,
    title,
    description: tool.says,
    inputSchema: jsonSchemaOf(tool.input),
    outputSchema: jsonSchemaOf(output),
    annotations: hintsOf(name !== "fetch_company"),
  };
}

/** As it is written, not as it is read: some wire schemas transform. Validators of older clients know no `$schema`. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return { ...rest, type: "object" };
}
