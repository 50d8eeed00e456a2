import { RequestError } from "./failure.ts";

/** Counts the requests that are worked on, and refuses one too many. */
export class Slots {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Takes a slot.
   *
   * @returns Gives it back; a second call does nothing.
   * @throws {RequestError} 429 when all are taken.
   */
  take(): () => void {
    if (this.#taken >= this.#max) {
      throw new RequestError(`Cannot take the request: ${this.#max} are worked on already`, {
        status: 429,
        code: "too_many_requests",
        headers: { "retry-after": "1" },
      });
    }
    this.#taken++;
    let held = true;
    return () => {
      if (held) this.#taken--;
      held = false;
    };
  }
}
