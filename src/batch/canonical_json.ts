/**
 * Writes JSON whose text depends on the value alone: names sorted, nothing undefined, no white space.
 * @param value Anything JSON can hold.
 * @returns The text, ready for a digest.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => isPlain(inner) ? sorted(inner) : inner) ?? "null";
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0));
}
