import type { ResponseEvent } from "../protocol/event.ts";
import type { EventSource } from "../stream/answer.ts";
import { redactError, redactInPlace } from "./redact_error.ts";

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
