import type { Step } from "./step.ts";

/** A tool as it is seen: what it was asked, and what it answered. */
export function* toolSteps(
  name: string,
  { asked, answered }: { readonly asked: unknown; readonly answered: unknown },
): Generator<Step, void, undefined> {
  yield { kind: "tool_call", name, arguments: asked };
  yield { kind: "tool_output", output: answered };
}
