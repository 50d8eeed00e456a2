import type { ResponseEvent } from "../protocol/event.ts";

/** Tracks the numbers of an answer's events over all its connections. */
export class Sequence {
  #last: number | undefined;
  #isNumbered = true;
  /** Whether a new connection has sent no new event yet: services may repeat earlier ones. */
  #isCatchingUp = false;

  /** Number of the last event; undefined before the first. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Whether every event so far had a number of its own; without, the position of a break is unknown. */
  get isNumbered(): boolean {
    return this.#isNumbered;
  }

  /** Records that events now arrive over another connection. */
  reconnect(): void {
    this.#isCatchingUp = true;
  }

  /** Which numbers are missing before an event, for a person; undefined when none is. */
  missingBefore(event: ResponseEvent): string | undefined {
    const number = numberOf(event);
    if (number === undefined || this.#last === undefined || !this.#isNumbered) return undefined;
    const next = this.#last + 1;
    if (number <= next) return undefined;
    return number === next + 1 ? `event ${next} is missing` : `events ${next} to ${number - 1} are missing`;
  }

  /** Records an event; false when it is a repeated one. */
  isNew(event: ResponseEvent): boolean {
    const number = numberOf(event);
    const next = this.#last === undefined ? number : this.#last + 1;
    if (number === undefined || next === undefined || !this.#isNumbered) {
      this.#isNumbered = false;
      return true;
    }
    if (number < next) {
      this.#isNumbered = this.#isCatchingUp; // a repeated number on one connection is meaningless
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
