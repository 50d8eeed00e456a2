import type { ResponseEvent } from "../protocol/event.ts";

/** The numbers of the events of one answer, over all its connections. */
export class Sequence {
  #last: number | undefined;
  #isNumbered = true;
  /** Whether a new connection has brought nothing new yet: a service may send again what it sent before. */
  #isCatchingUp = false;

  /** Number of the last event; nothing before the first. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Whether every event so far had a number of its own: otherwise nobody can say where a stream broke off. */
  get isNumbered(): boolean {
    return this.#isNumbered;
  }

  /** Events come over another connection from here on. */
  reconnect(): void {
    this.#isCatchingUp = true;
  }

  /** Numbers that are missing before the next event, for a person; nothing while none is. */
  missingBefore(event: ResponseEvent): string | undefined {
    const number = numberOf(event);
    if (number === undefined || this.#last === undefined || !this.#isNumbered) return undefined;
    const next = this.#last + 1;
    if (number <= next) return undefined;
    return number === next + 1 ? `event ${next} is missing` : `events ${next} to ${number - 1} are missing`;
  }

  /** Whether the next event has not come before. */
  isNew(event: ResponseEvent): boolean {
    const number = numberOf(event);
    const next = this.#last === undefined ? number : this.#last + 1;
    if (number === undefined || next === undefined || !this.#isNumbered) {
      this.#isNumbered = false;
      return true;
    }
    if (number < next) {
      this.#isNumbered = this.#isCatchingUp; // on one connection the same number twice is none
      return !this.#isCatchingUp;
    }
    this.#isCatchingUp = false;
    this.#last = number;
    return true;
  }
}

function numberOf(event: ResponseEvent): number | undefined {
  const { sequence_number: number } = (event.type === "unknown" ? event.wire : event) as { sequence_number?: unknown };
  return typeof number === "number" ? number : undefined;
}
