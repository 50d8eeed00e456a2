const ELLIPSIS = "…";

/**
 * Shortens a text to a length, with an ellipsis at the end.
 * @param text Any text.
 * @param maxChars Longest result in UTF-16 units, at least 1; no surrogate pair is split.
 * @returns The text itself when it fits.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * strictEqual(cut("bullish", 5), "bull…");
 * ```
 */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = maxChars - ELLIPSIS.length;
  const isPairSplit = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") &&
    /[\uDC00-\uDFFF]/.test(text[end] ?? "");
  return text.slice(0, isPairSplit ? end - 1 : end) + ELLIPSIS;
}
