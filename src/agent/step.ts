import type { CodeExecutionOutput } from "../protocol/code_execution.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";

/**
 * One thing the agent does, in its own words; the service numbers steps and puts them on the wire.
 *
 * Order: tool calls, each followed by its output; code, when files are wanted; verification; text; conclusion.
 * Text comes after verification, so that nothing unverified is ever sent.
 */
export type Step =
  | { readonly kind: "tool_call"; readonly name: string; readonly arguments: unknown }
  | { readonly kind: "tool_output"; readonly output: unknown }
  | { readonly kind: "code"; readonly name: string; readonly code: string }
  | { readonly kind: "code_started" }
  | ({ readonly kind: "code_output" } & CodeExecutionOutput)
  | { readonly kind: "verification_started" }
  | { readonly kind: "verification_done"; readonly verification: Verification }
  | { readonly kind: "text"; readonly delta: string }
  | { readonly kind: "conclusion"; readonly conclusion: Conclusion };

/** What an answer comes to: always the last step. */
export type Conclusion =
  | { readonly kind: "thesis"; readonly result: ReasoningResult }
  /** The request names a company the data does not know; `nearest` are tickers with names. */
  | { readonly kind: "unknown_company"; readonly message: string; readonly nearest: readonly string[] }
  /** The request names no company or sector at all. */
  | { readonly kind: "no_subject"; readonly message: string };

/** A tool as it is seen: what it was asked, and what it answered. */
export function* toolSteps(
  name: string,
  { asked, answered }: { readonly asked: unknown; readonly answered: unknown },
): Generator<Step, void, undefined> {
  yield { kind: "tool_call", name, arguments: asked };
  yield { kind: "tool_output", output: answered };
}
