/** A simulated service; times in milliseconds. The client knows none of it. */
export interface SimulatedService {
  /** Most requests in progress at once; more are refused on arrival. */
  capAt(atMs: number): number;
  /** Its rate limit: requests in any interval of this length, or in each one aligned to the clock. */
  readonly rate?: {
    readonly count: number;
    readonly perMs: number;
    readonly isByClock?: boolean;
    /** Whether its refusals say nothing of when to come again. */
    readonly isSilent?: boolean;
  };
  /** Time to answer a row: log-normal. */
  readonly medianMs: number;
  readonly sigma: number;
  /** Makes early answers slower or faster; 1 changes nothing. */
  slownessAt?(atMs: number): number;
  /** Time to refuse. */
  readonly refusalMs: number;
  /** The Retry-After of its refusals; without it the client draws a delay. */
  readonly retryAfterMs?: number;
  /** Share of answers that are a 500, and of arrivals refused without a reason. */
  readonly failureShare?: number;
  failureShareAt?(atMs: number): number;
  readonly randomRefusalShare?: number;
}

/** Numbers from 0 to 1, reproducible by the seed (mulberry32, Ettinger 2017, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6D2B79F5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One attempt at a row. */
export interface Request {
  readonly row: number;
  readonly attempt: number;
  readonly startedMs: number;
}

/** The state of the service. */
export class SimulatedServer {
  inFlight = 0;
  /** When each arrival stops counting. */
  readonly #leaveMs: number[] = [];
  readonly #service: SimulatedService;
  readonly #seed: number;

  constructor(service: SimulatedService, seed: number) {
    this.#service = service;
    this.#seed = seed;
  }

  /** Whether it refuses another request. */
  isFull(nowMs: number): boolean {
    const { rate, capAt } = this.#service;
    while ((this.#leaveMs[0] ?? Infinity) <= nowMs) this.#leaveMs.shift();
    return this.inFlight >= capAt(nowMs) || this.#leaveMs.length >= (rate?.count ?? Infinity);
  }

  /** The Retry-After of a refusal: whole seconds until the rate limit allows another request, or the configured one. */
  retryAfterMs(nowMs: number): number | undefined {
    const { rate, retryAfterMs } = this.#service;
    if (rate === undefined || rate.isSilent === true || this.#leaveMs.length < rate.count) return retryAfterMs;
    return 1_000 * Math.ceil(((this.#leaveMs[0] ?? nowMs) - nowMs) / 1_000);
  }

  accept(nowMs: number): void {
    this.inFlight++;
    const { rate } = this.#service;
    if (rate?.isByClock === true) this.#leaveMs.push(rate.perMs * (1 + Math.floor(nowMs / rate.perMs)));
    else if (rate !== undefined) this.#leaveMs.push(nowMs + rate.perMs);
  }

  /** Times depend on the row, chances on row and attempt, so that every client gets the same. */
  fate({ row, attempt }: Request, nowMs: number): { workMs: number; fails: boolean; isUnlucky: boolean } {
    const { medianMs, sigma, failureShare = 0, randomRefusalShare = 0, failureShareAt, slownessAt } = this.#service;
    const draw = randomFrom(this.#seed * 1_000_003 + row);
    const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
    const workMs = medianMs * Math.exp(sigma * normal) * (slownessAt?.(nowMs) ?? 1);
    const random = randomFrom(this.#seed * 7_000_003 + row * 64 + attempt);
    const fails = random() < (failureShareAt?.(nowMs + workMs) ?? failureShare);
    return { workMs, fails, isUnlucky: random() < randomRefusalShare };
  }
}
