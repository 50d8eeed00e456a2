import type { CodeExecutionOutput } from "../protocol/code_execution.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";

/**
 * One step of the agent; the service numbers steps and sends them as events.
 *
 * Order: tool calls, each followed by its output; code, if files are requested; verification; text; conclusion. Files
 * may stand anywhere between. Text follows verification, so that nothing unverified is sent. After the text of the fixed
 * plan come the tools and the code of a language model, and its part of the text.
 */
export type Step =
  | { readonly kind: "tool_call"; readonly name: string; readonly arguments: unknown }
  | { readonly kind: "tool_output"; readonly output: unknown }
  | { readonly kind: "code"; readonly name: string; readonly code: string }
  | { readonly kind: "code_started" }
  | ({ readonly kind: "code_output" } & CodeExecutionOutput)
  /** Files that no program made, like a table of verified figures. */
  | { readonly kind: "files"; readonly files: readonly FileReference[] }
  | { readonly kind: "verification_started" }
  | { readonly kind: "verification_done"; readonly verification: Verification }
  | { readonly kind: "text"; readonly delta: string }
  /** Nothing is new: the work goes on. The text before it is whole. */
  | { readonly kind: "waiting" }
  | { readonly kind: "conclusion"; readonly conclusion: Conclusion };

/** The outcome of an answer, always the last step. */
export type Conclusion =
  | { readonly kind: "thesis"; readonly result: ReasoningResult }
  /** The request names a company that is not in the data; `nearest` are tickers with names. */
  | { readonly kind: "unknown_company"; readonly message: string; readonly nearest: readonly string[] }
  /** The prices of the company that the request names are in a file that was not read. */
  | { readonly kind: "prices_not_read"; readonly message: string }
  /** The request names no company or sector. */
  | { readonly kind: "no_subject"; readonly message: string }
  /** Nothing of what it asks is known; the message names each piece, why, and what can be asked. */
  | { readonly kind: "not_answered"; readonly message: string };

/** The tool that looks for the names of a question, before anything is researched. */
export const SEARCH_TOOL = "resolve_companies";

/** The two steps of a tool: its arguments and its output. */
export function* toolSteps(
  name: string,
  { asked, answered }: { readonly asked: unknown; readonly answered: unknown },
): Generator<Step, void, undefined> {
  yield { kind: "tool_call", name, arguments: asked };
  yield { kind: "tool_output", output: answered };
}
