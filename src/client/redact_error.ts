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
  if (error instanceof Error) clean(error, redact, 0);
  return error;
}

function clean(holder: object, redact: (text: string) => string, depth: number): void {
  if (depth > MAX_DEPTH || holder instanceof AbortSignal) return;
  for (const name of Object.getOwnPropertyNames(holder)) {
    const value: unknown = Reflect.get(holder, name);
    if (typeof value === "object" && value !== null) clean(value, redact, depth + 1);
    if (typeof value !== "string") continue;
    const safe = redact(value);
    if (safe !== value) Reflect.set(holder, name, safe);
  }
}
