import type { Claim, Statement } from "../data/claim.ts";

/** What may stand in a sentence: words, a figure with its claim, or a phrase that holds both. */
export type Part = string | Claim | Statement;

/**
 * Writes a phrase: a claim put into it is shown and kept, so that no figure stands in a text without its claim.
 */
export function say(strings: TemplateStringsArray, ...parts: readonly Part[]): Statement {
  const pieces = strings.flatMap((words, at): Part[] => {
    const part = parts[at];
    return part === undefined ? [words] : [words, part];
  });
  return together(pieces);
}

/** Phrases with commas, and a word before the last: `a, b and c`. */
export function list(parts: readonly Part[], last = "and"): Statement {
  return together(parts.flatMap((part, at): Part[] => {
    if (at === 0) return [part];
    return [at === parts.length - 1 ? ` ${last} ` : ", ", part];
  }));
}

/** Phrases one after the other, something between them. */
export function joined(parts: readonly Part[], between: string): Statement {
  return together(parts.flatMap((part, at): Part[] => at === 0 ? [part] : [between, part]));
}

function together(parts: readonly Part[]): Statement {
  const text = parts.map((part) => typeof part === "string" ? part : "text" in part ? part.text : part.shown).join("");
  const claims = new Map<string, Claim>();
  for (const part of parts) {
    if (typeof part === "string") continue;
    for (const claim of "text" in part ? part.claims : [part]) claims.set(claim.id, claim);
  }
  return { text, claims: [...claims.values()] };
}
