const ELLIPSIS = "…";

/**
 * Shortens a text to a length, with an ellipsis at the end.
 * @param text Any text.
 * @param maxChars Longest result in UTF-16 units, at least 1; no surrogate pair is split.
 * @returns The text itself when it fits.
 */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = maxChars - ELLIPSIS.length;
  const isPairSplit = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") &&
    /[\uDC00-\uDFFF]/.test(text[end] ?? "");
  return text.slice(0, isPairSplit ? end - 1 : end) + ELLIPSIS;
}

/** The end of a text cut within a word, and what a shortened line must not end with. */
const LAST_WORD = /[\s,;:(]+\S*…$/;

/**
 * Shortens a text as {@linkcode cut} does, between words where it has some.
 * @param text Any text of one line.
 * @param maxChars Longest result in UTF-16 units, at least 1.
 * @returns The text itself when it fits.
 */
export function cutWords(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = cut(text, maxChars);
  const isBetween = /[\s,;:]/.test(text[start.length - ELLIPSIS.length] ?? "");
  return isBetween ? start : start.replace(LAST_WORD, ELLIPSIS);
}

/**
 * The first names of a list, and the number of the rest.
 * @param names Names, or other short texts.
 * @param most How many are named. Default: 5.
 * @returns Like `AAPL, IBM and 3 more`.
 */
export function firstNames(names: readonly string[], most: number = 5): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
