/**
 * Serializes a value to the one text that equal values share: names sorted, no undefined members, no white space.
 * @param value Any JSON value.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  let members = "";
  for (const [name, inner] of Object.entries(value).sort(byName)) {
    if (inner !== undefined) members += `${members && ","}${JSON.stringify(name)}:${canonicalJson(inner)}`;
  }
  return `{${members}}`;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
