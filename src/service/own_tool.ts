import type { InputItem, OfferedTool } from "../protocol/response_request.ts";

/** A call that the caller is to run. */
export interface OwnCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Words of tool names that say nothing of what a tool is about. */
const VERBS = new Set("call fetch find from give list look make read search show tell".split(" "));

/** Shorter words, like `get`, fit everything. */
const MIN_CHARS = 4;

/** The parts of a request that decide it. */
export interface OwnToolRequest {
  readonly input: string | readonly InputItem[];
  readonly tools?: readonly OfferedTool[] | undefined;
  readonly tool_choice?: unknown;
}

/**
 * The call of a caller's tool that fits a question. A tool fits when its name holds a word of the question and when each
 * argument it requires is a text; it is given the question as it was asked, because this service does not rewrite one.
 * @returns `undefined` where none fits, or one has answered since the question.
 */
export function ownCallFor(
  question: string,
  { input, tools = [], tool_choice: choice }: OwnToolRequest,
): OwnCall | undefined {
  if (choice === "none" || ownAnswers(input).length > 0) return undefined;
  const asked = wordsOf(question);
  for (const { type, name, parameters } of tools as readonly FunctionTool[]) {
    if (type !== "function" || typeof name !== "string" || asked.isDisjointFrom(wordsOf(name))) continue;
    const names = textArguments(parameters);
    if (names !== undefined) return { name, arguments: Object.fromEntries(names.map((each) => [each, question])) };
  }
  return undefined;
}

/** What the caller's tools answered after the last message of the user. */
export function ownAnswers(input: OwnToolRequest["input"]): readonly string[] {
  if (typeof input === "string") return [];
  return input.slice(input.findLastIndex(({ role }) => role === "user") + 1).flatMap((item) => {
    const { type, output } = item as { readonly type?: unknown; readonly output?: unknown };
    if (type !== "function_call_output") return [];
    return [typeof output === "string" ? output : JSON.stringify(output)];
  });
}

interface FunctionTool extends OfferedTool {
  readonly name?: unknown;
  readonly parameters?: {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, { readonly type?: unknown } | undefined>>;
  } | null;
}

/** The arguments that a tool requires; `undefined` where one is no text. */
function textArguments(parameters: FunctionTool["parameters"]): readonly string[] | undefined {
  const { required = [], properties = {} } = parameters ?? {};
  return required.every((name) => properties[name]?.type === "string") ? required : undefined;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  return new Set(words.filter((word) => word.length >= MIN_CHARS && !VERBS.has(word)));
}
