const MAX_WORDS = 24;

/**
 * What SQLite's FTS5 is asked for, one after the other: each word of a query, and what stands in quotation marks as a
 * phrase. No character of a query has a meaning of its own there.
 */
export function termsOf(words: string): readonly string[] {
  const parts = [...words.matchAll(/"([^"]*)"|[\p{L}\p{N}]+/gu)].map(([all, quoted]) => quoted ?? all);
  const terms = parts.map((part) => (part.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")).filter((term) => term !== "");
  return [...new Set(terms)].slice(0, MAX_WORDS).map((term) => `"${term}"`);
}
