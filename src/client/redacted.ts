import type { SecretFilter } from "../text/redact.ts";
import { AbortedError } from "./errors.ts";

/** What redacts the key. */
export interface KeyRedaction {
  /** Redacts any trace of it, in errors. */
  redact(text: string): string;
  /** Finds the key itself, and nothing else: some services repeat it in answers, which are kept and passed on. */
  readonly filter: SecretFilter;
}

/**
 * Redacts secrets from an error in place: from its message, its fields and its causes. Services repeat keys in refusals
 * and events, and the runtime quotes invalid input.
 * @param redact Redacts secrets from a text; see `text/redact.ts`.
 */
export function redactError<T>(error: T, redact: (text: string) => string): T {
  // The cause of an abort is the caller's own object.
  if (error instanceof Error && !(error instanceof AbortedError)) cleanInPlace(error, redact);
  return error;
}

/**
 * Cleans all texts of an object in place, and the names of its fields; a list of what is left to do instead of calls
 * within calls, because a service may nest as deep as it likes.
 */
export function cleanInPlace(root: object, clean: (text: string) => string): void {
  const seen = new Set<object>([root]);
  const left: object[] = [root];
  for (let holder = left.pop(); holder !== undefined; holder = left.pop()) {
    if (holder instanceof AbortSignal) continue;
    for (const name of Object.getOwnPropertyNames(holder)) {
      const value: unknown = Reflect.get(holder, name);
      const cleaned = cleanValue(value, clean);
      if (cleaned !== value) Reflect.set(holder, name, cleaned);
      if (typeof cleaned === "object" && cleaned !== null && !seen.has(cleaned)) {
        seen.add(cleaned);
        left.push(cleaned);
      }
      const safeName = Array.isArray(holder) ? name : clean(name);
      if (safeName === name) continue;
      Reflect.deleteProperty(holder, name);
      Reflect.set(holder, safeName, cleaned);
    }
  }
}

function cleanValue(value: unknown, clean: (text: string) => string): unknown {
  if (value instanceof SyntaxError) return new SyntaxError("not valid JSON"); // the engine quotes invalid JSON, cut anywhere
  return typeof value === "string" ? clean(value) : value;
}
