import type { ReasoningResult } from "../../src/protocol/reasoning.ts";

/** A thesis, as JSON, apart from what a model added, and without what differs between two answers: their names and files. */
export function parted({ metadata = {}, ...thesis }: ReasoningResult) {
  const { language_model: report, response_id: _, evidence: __, files: ___, ...ours } = metadata;
  return { thesis: JSON.stringify({ ...thesis, metadata: ours }), report };
}
