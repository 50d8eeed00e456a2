import type { Conclusion } from "../agent/step.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { Include, ReasoningResult } from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";
import type { Steps } from "./agent_steps.ts";
import { RequestError } from "./failure.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** What a reasoning answer brings beside the thesis. */
export interface ReasonOptions {
  readonly responseId: string;
  readonly include: readonly Include[];
}

/**
 * Runs the agent to its conclusion and answers with the thesis.
 *
 * @throws {RequestError} 422 for an unknown company, and for a request that names no subject.
 */
export async function reason(steps: Steps, { responseId, include }: ReasonOptions): Promise<Reply> {
  const files: FileReference[] = [];
  let verification: Verification | undefined;
  for await (const step of steps) {
    if (step.kind === "code_output") files.push(...step.files);
    if (step.kind === "verification_done") verification = step.verification;
    if (step.kind !== "conclusion") continue;
    return jsonReply(presentResult(resultOf(step.conclusion), {
      responseId,
      ...(include.includes("files") ? { files } : {}),
      ...(include.includes("verification") ? { verification } : {}),
    }));
  }
  throw new Error("Cannot answer the request: the agent ended without a conclusion");
}

function resultOf(conclusion: Conclusion): ReasoningResult {
  if (conclusion.kind === "thesis") return conclusion.result;
  const { kind, message } = conclusion;
  throw new RequestError(message, {
    status: 422,
    code: kind,
    param: "input",
    nearest: kind === "unknown_company" ? conclusion.nearest : undefined,
  });
}

/** What is sent with a thesis; absent means that the caller did not ask for it. */
interface Presented {
  readonly responseId: string;
  readonly files?: readonly FileReference[];
  readonly verification?: Verification | undefined;
}

/** The thesis as a caller gets it: with the response's identifier, and beside it only what was asked for. */
export function presentResult(
  result: ReasoningResult,
  { responseId, files, verification }: Presented,
): ReasoningResult {
  const { files: _files, verification: _verification, ...metadata } = result.metadata ?? {};
  return {
    ...result,
    metadata: {
      ...metadata,
      response_id: responseId,
      ...(files === undefined ? {} : { files }),
      ...(verification === undefined ? {} : { verification }),
    },
  };
}
