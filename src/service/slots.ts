import type { Clock } from "../pace/clock.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { Caller } from "./tenants/authorize.ts";
import type { ServiceLimits } from "./limits.ts";

type Limits = Pick<ServiceLimits, "maxConcurrent" | "maxConcurrentPerKey">;

const MINUTE_MS = 60_000;

/** Limits the number of requests in progress, in total and per caller, and those that a caller sends in a minute. */
export class Slots {
  readonly #limits: Limits;
  readonly #clock: Pick<Clock, "now">;
  /** Requests in progress per owner; owners without any are removed. */
  readonly #taken = new Map<string, number>();
  /** When those of the last minute came, by owner, for callers with a limit of them. */
  readonly #recent = new Map<string, number[]>();
  readonly #works = new Set<AbortController>();
  #closing: PromiseWithResolvers<void> | undefined;

  constructor(limits: Limits, clock: Pick<Clock, "now">) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Requests in progress. */
  get size(): number {
    return this.#works.size;
  }

  /**
   * Takes a slot.
   * @param work Aborted when the service closes, or the caller's key is revoked.
   * @returns A function that releases the slot; a second call has no effect.
   * @throws {RequestError} 429 when a limit is reached; 401 when the key was revoked; 503 when the service is closing.
   */
  take({ owner, limits = {}, revoked }: Caller, work: AbortController): () => void {
    const { maxConcurrent, maxConcurrentPerKey } = this.#limits;
    const ownLimit = Math.min(maxConcurrentPerKey, limits.maxConcurrent ?? Infinity);
    const taken = this.#taken.get(owner) ?? 0;
    if (this.#closing) throw isClosing();
    if (revoked?.aborted) throw isRevoked();
    if (this.#works.size >= maxConcurrent) throw tooMany(`${maxConcurrent} are already in progress`);
    if (taken >= ownLimit) throw tooMany(`${ownLimit} of this key are already in progress`);
    if (limits.perMinute !== undefined) this.#count(owner, limits.perMinute);
    this.#works.add(work);
    this.#taken.set(owner, taken + 1);
    const revoke = () => work.abort(isRevoked());
    revoked?.addEventListener("abort", revoke, { once: true });
    return () => {
      revoked?.removeEventListener("abort", revoke);
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

  /** Counts a request of the last minute; the list of an owner is as long as the limit at most. */
  #count(owner: string, perMinute: number): void {
    const nowMs = this.#clock.now().getTime();
    const recent = (this.#recent.get(owner) ?? []).filter((atMs) => atMs > nowMs - MINUTE_MS && atMs <= nowMs);
    const [first] = recent;
    if (first !== undefined && recent.length >= perMinute) {
      throw tooMany(`${perMinute} of this key came within a minute`, {
        code: "rate_limited",
        retrySeconds: Math.ceil((first + MINUTE_MS - nowMs) / 1000),
      });
    }
    this.#recent.set(owner, [...recent, nowMs]);
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

function isRevoked(): RequestError {
  return new RequestError("Cannot finish the answer: the key is no longer valid", {
    status: 401,
    code: "invalid_api_key",
  });
}

function tooMany(state: string, { code = "too_many_requests", retrySeconds = 1 } = {}): RequestError {
  return new RequestError(`Cannot accept the request: ${state}`, {
    status: 429,
    code,
    headers: { "retry-after": String(Math.max(1, retrySeconds)) },
  });
}
