/** What JSON leaves as it is and a terminal would obey, or a reader of lines would take for an end. */
const UNESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A value as one line of JSON that is safe to look at: what a terminal would obey is escaped, and nothing is lost.
 * @param value Anything JSON can say.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
