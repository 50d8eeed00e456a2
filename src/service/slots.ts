import { RequestError } from "./failure.ts";
import type { ServiceLimits } from "./limits.ts";

/** Counts the requests that are worked on, together and for each owner, and refuses one too many. */
export class Slots {
  readonly #limits: Pick<ServiceLimits, "maxConcurrent" | "maxConcurrentPerKey">;
  /** Owners with work only. */
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(limits: Pick<ServiceLimits, "maxConcurrent" | "maxConcurrentPerKey">) {
    this.#limits = limits;
  }

  /**
   * Takes a slot.
   *
   * @returns Gives it back; a second call does nothing.
   * @throws {RequestError} 429 when all are taken, or all of this owner.
   */
  take(owner: string): () => void {
    const { maxConcurrent, maxConcurrentPerKey } = this.#limits;
    const taken = this.#taken.get(owner) ?? 0;
    if (this.#total >= maxConcurrent) throw tooMany(`${maxConcurrent} are worked on already`);
    if (taken >= maxConcurrentPerKey) throw tooMany(`${maxConcurrentPerKey} of this key are worked on already`);
    this.#add(owner, 1);
    let held = true;
    return () => {
      if (held) this.#add(owner, -1);
      held = false;
    };
  }

  #add(owner: string, count: 1 | -1): void {
    this.#total += count;
    const taken = (this.#taken.get(owner) ?? 0) + count;
    if (taken === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, taken);
  }
}

function tooMany(state: string): RequestError {
  return new RequestError(`Cannot take the request: ${state}`, {
    status: 429,
    code: "too_many_requests",
    headers: { "retry-after": "1" },
  });
}
