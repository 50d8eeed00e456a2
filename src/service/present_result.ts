import type { FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";

/** What is sent with a thesis; absent means that the caller did not ask for it. */
export interface Presented {
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
