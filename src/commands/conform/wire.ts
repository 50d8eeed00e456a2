/** A JSON object, as it came. */
export type Wire = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a field; undefined when the value is no object, or has no such field of its own. */
export function fieldOf(value: unknown, name: string): unknown {
  return isWire(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
