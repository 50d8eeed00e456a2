import { AbortedError } from "./errors.ts";

/** Deeper than any error of ours, so that a circle of causes comes to an end. */
const MAX_DEPTH = 8;

/**
 * Takes secrets out of an error in place, and out of everything it holds: its message, its fields, its causes.
 * Services repeat keys in refusals and in events, and the runtime repeats what it could not read.
 *
 * @param redact Takes secrets out of a text; see `text/redact.ts`.
 * @returns What it was given.
 */
export function redactError<T>(error: T, redact: (text: string) => string): T {
  // The cause of an abort is the caller's own object.
  if (error instanceof Error && !(error instanceof AbortedError)) redactInPlace(error, redact);
  return error;
}

/** Takes secrets out of every text an object holds. */
export function redactInPlace(holder: object, redact: (text: string) => string, depth = 0): void {
  if (depth > MAX_DEPTH || holder instanceof AbortSignal) return;
  for (const name of Object.getOwnPropertyNames(holder)) {
    const value: unknown = Reflect.get(holder, name);
    if (value instanceof SyntaxError) { // the engine quotes what it could not read, cut anywhere
      Reflect.set(holder, name, new SyntaxError("not valid JSON"));
      continue;
    }
    if (typeof value === "object" && value !== null) redactInPlace(value, redact, depth + 1);
    if (typeof value !== "string") continue;
    const safe = redact(value);
    if (safe !== value) Reflect.set(holder, name, safe);
  }
}
