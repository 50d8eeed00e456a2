import type { Claim, Statement } from "../data/claim.ts";

/** A part of a sentence: words, a figure with its claim, or a phrase of both. */
export type Part = string | Claim | Statement;

/**
 * Template tag for a phrase: shows each claim and keeps it, so that no figure is written without its claim.
 */
export function say(strings: TemplateStringsArray, ...parts: readonly Part[]): Statement {
  const pieces = strings.flatMap((words, at): Part[] => {
    const part = parts[at];
    return part === undefined ? [words] : [words, part];
  });
  return together(pieces);
}

/** Joins phrases with commas and a word before the last: `a, b and c`. */
export function list(parts: readonly Part[], last = "and"): Statement {
  return together(parts.flatMap((part, at): Part[] => {
    if (at === 0) return [part];
    return [at === parts.length - 1 ? ` ${last} ` : ", ", part];
  }));
}

/** Joins phrases with a separator. */
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
