import type { ResponseEvent } from "../protocol/event.ts";
import type { EventSource } from "../stream/answer.ts";
import { AbortedError } from "./errors.ts";

/** The events that say why there is no answer; their words stand in errors. */
const REFUSALS: readonly string[] = ["error", "response.failed", "response.incomplete"];

/** Events of a service that may repeat the key in its refusals. */
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

  /** Not an async function: an event that comes in a chunk of its own would wait once more. */
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
function redactInPlace(holder: object, redact: (text: string) => string, depth = 0): void {
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
