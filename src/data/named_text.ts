import type { NamedFiling } from "./records.ts";
import type { TextDocument } from "./text_document.ts";

/** A text as a claim names it: by its kind and its id, like `call calls.jsonl 12` or `10-K 0000320193-17-000070`. */
export function namedText({ id, kind, source }: TextDocument): NamedFiling {
  const own = id.startsWith(`${kind} `) ? id.slice(kind.length + 1) : id;
  return { form: kind, accession: own, source };
}
