const MAX_WORDS = 24;

/**
 * What SQLite's FTS5 is asked for: any of the words, and what stands in quotation marks as a phrase. No character of a
 * query has a meaning of its own there.
 * @returns `undefined` where there is no word.
 */
export function matchOf(words: string): string | undefined {
  const parts = [...words.matchAll(/"([^"]*)"|[\p{L}\p{N}]+/gu)].map(([all, quoted]) => quoted ?? all);
  const terms = parts.map((part) => (part.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")).filter((term) => term !== "");
  return terms.length === 0 ? undefined : terms.slice(0, MAX_WORDS).map((term) => `"${term}"`).join(" OR ");
}
