import { RequestError } from "./failure.ts";
import type { ServiceLimits } from "./limits.ts";

/** Counts the requests that are worked on, together and for each owner, and refuses one too many. */
export class Slots {
  readonly #limits: Pick<ServiceLimits, "maxConcurrent" | "maxConcurrentPerKey">;
  /** Owners with work only. */
  readonly #taken = new Map<string, number>();
  readonly #works = new Set<AbortController>();
  #closing: PromiseWithResolvers<void> | undefined;

  constructor(limits: Pick<ServiceLimits, "maxConcurrent" | "maxConcurrentPerKey">) {
    this.#limits = limits;
  }

  /**
   * Takes a slot.
   *
   * @param work Aborted when the service closes.
   * @returns Gives the slot back; a second call does nothing.
   * @throws {RequestError} 429 when all are taken, or all of this owner; 503 when the service closes.
   */
  take(owner: string, work: AbortController): () => void {
    const { maxConcurrent, maxConcurrentPerKey } = this.#limits;
    const taken = this.#taken.get(owner) ?? 0;
    if (this.#closing) throw isClosing();
    if (this.#works.size >= maxConcurrent) throw tooMany(`${maxConcurrent} are worked on already`);
    if (taken >= maxConcurrentPerKey) throw tooMany(`${maxConcurrentPerKey} of this key are worked on already`);
    this.#works.add(work);
    this.#taken.set(owner, taken + 1);
    return () => {
      if (this.#works.delete(work)) this.#give(owner);
    };
  }

  /** Stops all work and takes no more; resolves when every slot was given back. */
  close(): Promise<void> {
    this.#closing ??= Promise.withResolvers();
    for (const work of this.#works) work.abort(isClosing());
    if (this.#works.size === 0) this.#closing.resolve();
    return this.#closing.promise;
  }

  #give(owner: string): void {
    const taken = (this.#taken.get(owner) ?? 0) - 1;
    if (taken === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, taken);
    if (this.#works.size === 0) this.#closing?.resolve();
  }
}

/** What a caller hears of a service that closes. */
export function isClosing(): RequestError {
  return new RequestError("Cannot finish the answer: the service is closing", { status: 503, code: "closing" });
}

function tooMany(state: string): RequestError {
  return new RequestError(`Cannot take the request: ${state}`, {
    status: 429,
    code: "too_many_requests",
    headers: { "retry-after": "1" },
  });
}
