/** Path to a value in a JSON body: member names and element indexes. */
export type JsonPointer = readonly string[];

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const INDEX = /^(?:0|[1-9]\d{0,15})$/;

/**
 * Reads a JSON pointer (RFC 6901): `/data/items/0`, with `~1` for a slash in a name and `~0` for a tilde.
 * @param text The pointer; the empty string is the whole body.
 * @throws {TypeError} when it is invalid.
 */
export function parsePointer(text: string): JsonPointer {
  if (!POINTER.test(text)) {
    const state = text.startsWith("/") ? "a ~ must be followed by 0 or 1" : "it must be empty or start with a slash";
    throw new TypeError(`Cannot use pointer ${JSON.stringify(text)}: ${state} (RFC 6901), like /data/items/0`);
  }
  return text.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes a JSON pointer, as {@linkcode parsePointer} reads it. */
export function pointerText(pointer: JsonPointer): string {
  return pointer.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Looks up a value in a body.
 * @returns The value; undefined when the path does not exist.
 */
export function valueAt(body: unknown, pointer: JsonPointer): unknown {
  let value = body;
  for (const name of pointer) {
    if (Array.isArray(value)) value = INDEX.test(name) ? value[Number(name)] : undefined;
    else if (typeof value === "object" && value !== null && Object.hasOwn(value, name)) {
      value = Reflect.get(value, name);
    } else return undefined;
  }
  return value;
}
