import { RequestError } from "../protocol/request_error.ts";
import type { ServiceLimits } from "./limits.ts";

/** Limits the number of requests in progress, in total and per owner. */
export class Slots {
  readonly #limits: Pick<ServiceLimits, "maxConcurrent" | "maxConcurrentPerKey">;
  /** Requests in progress per owner; owners without any are removed. */
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
   * @returns A function that releases the slot; a second call has no effect.
   * @throws {RequestError} 429 when a limit is reached; 503 when the service is closing.
   */
  take(owner: string, work: AbortController): () => void {
    const { maxConcurrent, maxConcurrentPerKey } = this.#limits;
    const taken = this.#taken.get(owner) ?? 0;
    if (this.#closing) throw isClosing();
    if (this.#works.size >= maxConcurrent) throw tooMany(`${maxConcurrent} are already in progress`);
    if (taken >= maxConcurrentPerKey) throw tooMany(`${maxConcurrentPerKey} of this key are already in progress`);
    this.#works.add(work);
    this.#taken.set(owner, taken + 1);
    return () => {
      if (this.#works.delete(work)) this.#give(owner);
    };
  }

  /** Stops all work and rejects further requests; resolves when every slot is released. */
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

/** The error while the service is closing. */
export function isClosing(): RequestError {
  return new RequestError("Cannot finish the answer: the service is closing", { status: 503, code: "closing" });
}

function tooMany(state: string): RequestError {
  return new RequestError(`Cannot accept the request: ${state}`, {
    status: 429,
    code: "too_many_requests",
    headers: { "retry-after": "1" },
  });
}
