import type { Conclusion } from "../agent/step.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import {
  type Include,
  reasoningMetadataSchema,
  type ReasoningRequest,
  reasoningRequestSchema,
  type ReasoningResult,
} from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";
import type { Steps } from "./agent_steps.ts";
import { type MetadataEcho, notRead, ownMetadata } from "./echo.ts";
import { RequestError } from "../protocol/request_error.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** Options of a reasoning answer. */
export interface ReasonOptions {
  readonly responseId: string;
  readonly include: readonly Include[];
  /** The caller's own metadata, and what is said of it. Default: none. */
  readonly echo?: MetadataEcho;
}

/**
 * Runs the agent to its conclusion and returns the thesis.
 * @throws {RequestError} 422 for an unknown company or a request without a subject.
 */
export async function reason(
  steps: Steps,
  { responseId, include, echo = NO_ECHO }: ReasonOptions,
): Promise<Reply> {
  const files: FileReference[] = [];
  let verification: Verification | undefined;
  for await (const step of steps) {
    if ("files" in step) files.push(...step.files);
    if (step.kind === "verification_done") verification = step.verification;
    if (step.kind !== "conclusion") continue;
    const result = presentResult(resultOf(step.conclusion), {
      responseId,
      ...(include.includes("files") ? { files: withoutModelFiles(files, step.conclusion) } : {}),
      ...(include.includes("verification") ? { verification } : {}),
    });
    return jsonReply(withEcho(result, echo));
  }
  throw new Error("Cannot answer the request: the agent ended without a conclusion");
}

/** What a language model had made is named by its own report: the rest is the same with and without it. */
function withoutModelFiles(files: readonly FileReference[], conclusion: Conclusion): readonly FileReference[] {
  const report = conclusion.kind === "thesis" ? conclusion.result.metadata?.language_model : undefined;
  const made = new Set(report?.files?.map(({ file_id }) => file_id));
  return made.size === 0 ? files : files.filter(({ file_id }) => !made.has(file_id));
}

const NO_ECHO: MetadataEcho = { kept: {}, warnings: [] };
const RESULT_NAMES: ReadonlySet<string> = new Set(Object.keys(reasoningMetadataSchema.shape));

const FIELDS: ReadonlySet<string> = new Set(Object.keys(reasoningRequestSchema.shape));

/** What the result repeats of a request, and what is said of the rest. */
export function reasoningEcho(body: ReasoningRequest): MetadataEcho {
  const { kept, warnings } = ownMetadata(body.metadata ?? {}, RESULT_NAMES);
  return { kept, warnings: [...notRead(body, FIELDS), ...warnings] };
}

function withEcho(result: ReasoningResult, { kept, warnings }: MetadataEcho): ReasoningResult {
  const own = result.metadata?.warnings ?? [];
  const all = warnings.length === 0 ? {} : { warnings: [...warnings, ...own] };
  return { ...result, metadata: { ...kept, ...result.metadata, ...all } };
}

/**
 * The result of an answer.
 * @throws {RequestError} 422 for an unknown company or a request without a subject.
 */
export function resultOf(conclusion: Conclusion): ReasoningResult {
  if (conclusion.kind === "thesis") return conclusion.result;
  const { kind, message } = conclusion;
  throw new RequestError(message, {
    status: 422,
    code: kind,
    param: "input",
    nearest: kind === "unknown_company" ? conclusion.nearest : undefined,
  });
}

/** Parts sent with a thesis; absent if not requested. */
interface Presented {
  readonly responseId: string;
  readonly files?: readonly FileReference[];
  readonly verification?: Verification | undefined;
}

/** Adds the response's identifier and the requested parts to a thesis, and removes the others. */
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
