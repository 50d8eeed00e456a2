import type { FileReference } from "./file_reference.ts";
import type { ReasoningMetadata } from "./reasoning.ts";

/** The files of a result: those of the answer, then those that a language model had made; each once. */
export function filesOfResult(
  { metadata }: { readonly metadata?: ReasoningMetadata | undefined },
): readonly FileReference[] {
  const { files = [], language_model } = metadata ?? {};
  const made = language_model?.files ?? [];
  if (made.length === 0) return files;
  const known = new Set(files.map(({ file_id }) => file_id));
  return [...files, ...made.filter(({ file_id }) => !known.has(file_id))];
}
