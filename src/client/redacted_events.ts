import type { ResponseEvent } from "../protocol/event.ts";
import type { EventSource } from "../stream/answer.ts";
import { AbortedError } from "./errors.ts";

/** Events that explain a failure; errors repeat their text. */
const REFUSALS: readonly string[] = ["error", "response.failed", "response.incomplete"];

/** Events without the key, which services may repeat in refusals. */
export class RedactedEvents implements EventSource, AsyncIterator<readonly ResponseEvent[], void, undefined> {
  readonly #source: EventSource;
  readonly #redact: (text: string) => string;

  constructor(source: EventSource, redact: (text: string) => string) {
    this.#source = source;
    this.#redact = redact;
  }

  get groups(): this {
    return this;
  }

  get requestId(): string | undefined {
    const { requestId } = this.#source;
    return requestId === undefined ? undefined : this.#redact(requestId);
  }

  get bytes(): number {
    return this.#source.bytes;
  }

  get warnings(): readonly string[] {
    return this.#source.warnings;
  }

  /** Not an async function, which would add an await to an event in a chunk of its own. */
  next(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    return this.#source.groups.next().then(this.#clean, this.#fail);
  }

  async return(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    return await this.#source.groups.return?.() ?? { done: true, value: undefined };
  }

  readonly #clean = (group: IteratorResult<readonly ResponseEvent[], void>): typeof group => {
    if (group.done) return group;
    for (const event of group.value) {
      if (REFUSALS.includes(event.type)) redactInPlace(event, this.#redact);
    }
    return group;
  };

  readonly #fail = (error: unknown): never => {
    throw redactError(error, this.#redact);
  };
}

/** Deeper than any of our errors; ends a cycle of causes. */
const MAX_DEPTH = 8;

/**
 * Redacts secrets from an error in place: from its message, its fields and its causes. Services repeat keys in refusals
 * and events, and the runtime quotes invalid input.
 *
 * @param redact Redacts secrets from a text; see `text/redact.ts`.
 * @returns The error.
 */
export function redactError<T>(error: T, redact: (text: string) => string): T {
  // The cause of an abort is the caller's own object.
  if (error instanceof Error && !(error instanceof AbortedError)) redactInPlace(error, redact);
  return error;
}

/** Redacts secrets from all texts of an object. */
function redactInPlace(holder: object, redact: (text: string) => string, depth = 0): void {
  if (depth > MAX_DEPTH || holder instanceof AbortSignal) return;
  for (const name of Object.getOwnPropertyNames(holder)) {
    const value: unknown = Reflect.get(holder, name);
    if (value instanceof SyntaxError) { // the engine quotes invalid JSON, cut anywhere
      Reflect.set(holder, name, new SyntaxError("not valid JSON"));
      continue;
    }
    if (typeof value === "object" && value !== null) redactInPlace(value, redact, depth + 1);
    if (typeof value !== "string") continue;
    const safe = redact(value);
    if (safe !== value) Reflect.set(holder, name, safe);
  }
}
