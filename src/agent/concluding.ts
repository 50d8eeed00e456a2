import type { FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { Question } from "./ports.ts";
import type { Step } from "./step.ts";
import { type ToolContext, ToolError } from "./tool.ts";

/** A whole answer. */
export interface Concluded {
  readonly result: ReasoningResult;
  /** Every file of it, in the order in which they were made. */
  readonly files: readonly FileReference[];
}

/** What a tool asks the agent. */
export type Asking = Omit<Question, "signal">;

/**
 * Asks the agent and waits for its thesis.
 * @param onStep Told before each visible step, like `price_history AAPL`.
 * @throws {ToolError} with the sentence of an answer that has no thesis.
 */
export async function concluded(
  asking: Asking,
  { ask, signal }: Pick<ToolContext, "ask" | "signal">,
  onStep: (message: string) => Promise<void> = () => Promise.resolve(),
): Promise<Concluded> {
  const files: FileReference[] = [];
  for await (const step of ask({ ...asking, signal })) {
    const message = messageOf(step);
    if (message !== undefined) await onStep(message);
    signal.throwIfAborted();
    if ("files" in step) files.push(...step.files);
    if (step.kind !== "conclusion") continue;
    const { conclusion } = step;
    if (conclusion.kind === "thesis") return { result: conclusion.result, files };
    const nearest = conclusion.kind === "unknown_company" ? conclusion.nearest : [];
    throw new ToolError(conclusion.message, { code: conclusion.kind, nearest });
  }
  throw new Error("Cannot answer the question: the agent ended without a conclusion");
}

function messageOf(step: Step): string | undefined {
  switch (step.kind) {
    case "tool_call":
      return [step.name, tickerOf(step.arguments)].join(" ").trim();
    case "code":
      return `program ${step.name}`;
    case "verification_started":
      return "verification";
    default:
      return undefined;
  }
}

function tickerOf(asked: unknown): string {
  const { ticker } = Object(asked) as { readonly ticker?: unknown };
  return typeof ticker === "string" ? ticker : "";
}
