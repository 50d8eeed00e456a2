import { ChanceRefusals } from "./chance_refusals.ts";
import { LimitGrowth } from "./limit_growth.ts";

/** Bounds of an adaptive limit; whole numbers from 1. */
export interface AdaptiveOptions {
  /** The first limit. */
  readonly start: number;
  /** The largest limit. */
  readonly max: number;
  /** The smallest limit. Default: 1. */
  readonly min?: number;
  /** Refusals that our load does not explain. Default: a new record of them. */
  readonly chance?: ChanceRefusals;
}

/** What a later run need not measure again. */
export interface AdaptiveState {
  /** How many requests the service accepted at once. */
  readonly limit: number;
}

/** When everything sent since the last cut was refused, the service's cap is far below. */
const DEEP_CUT = 0.7;
/** While requests are refused by chance, the limit is judged again after this time. */
const JUDGE_AFTER_MS = 100;
/** One refusal at a limit that worked for this long is ignored; the next one counts. */
const STOOD_MS = 5_000;

/**
 * How many requests may be in flight at a service that refuses excess load (429, 503). The limit doubles until the
 * first refusal, then stays at what the service accepted and probes by one, two, four and so on. Refusals that do not
 * depend on our load are left to {@linkcode ChanceRefusals}. Latency is ignored: a reasoning service answers in 2 s or
 * in 60, and a limit that follows latency sinks to 1 for no reason.
 */
export class AdaptiveLimit {
  readonly #min: number;
  readonly #max: number;
  #limit: number;
  #inFlight = 0;
  /** How many the service accepted when it last refused one; 0 for unknown. */
  #accepted = 0;
  readonly #growth: LimitGrowth;
  readonly #episode = new RefusalEpisode();
  readonly #chance: ChanceRefusals;

  /**
   * @param state Saved state: the limit grows to the saved one at half a second per doubling.
   * @throws {RangeError} when a bound is not a whole number from 1, or `start` is outside `min` to `max`.
   */
  constructor({ start, max, min = 1, chance = new ChanceRefusals() }: AdaptiveOptions, state?: AdaptiveState) {
    const isWhole = [start, max, min].every((value) => Number.isInteger(value) && value >= 1);
    if (!isWhole || start > max || start < min) {
      throw new RangeError(
        `Cannot adapt from ${start} within ${min} to ${max}: they must be whole numbers from 1 in ascending order`,
      );
    }
    this.#chance = chance;
    this.#min = min;
    this.#max = max;
    const known = state !== undefined && state.limit >= 1 ? this.#within(Math.floor(state.limit)) : 0;
    this.#limit = known === 0 ? start : Math.min(start, known);
    this.#growth = new LimitGrowth(known === 0 ? start : 1, known);
  }

  /** How many may be in flight; a whole number from 1. */
  get limit(): number {
    return this.#limit;
  }

  /** How many are in flight. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * How long the next start must wait. This also grows the limit while it is used up and nothing is refused.
   * @param nowMs Monotonic milliseconds.
   * @returns Milliseconds; 0 for now, Infinity when a request must end first.
   */
  waitMs(nowMs: number): number {
    this.#judge(nowMs);
    if (this.#chance.isOn) return this.#inFlight < this.#limit ? 0 : JUDGE_AFTER_MS;
    if (this.#inFlight < this.#limit) {
      this.#growth.unused(nowMs);
      return 0;
    }
    if (this.#limit >= this.#max) return Infinity;
    const waitMs = this.#growth.waitMs(nowMs, this.#limit);
    if (waitMs > 0) return waitMs;
    this.#limit++;
    this.#growth.grew(nowMs, this.#limit);
    return this.#inFlight < this.#limit ? 0 : this.waitMs(nowMs);
  }

  /** Records that a request starts. */
  started(nowMs: number): void {
    const pausedMs = this.#episode.started(nowMs);
    if (pausedMs !== undefined && !this.#chance.isOn) this.#goOn(nowMs, pausedMs);
    this.#growth.started(nowMs);
    this.#inFlight++;
    this.#chance.started(nowMs, { inFlight: this.#inFlight, accepted: this.#accepted });
  }

  /** Records an answer: the service handles as many requests as are in flight. */
  succeeded(): void {
    this.#inFlight--;
    this.#growth.answered();
  }

  /** Records an end that says nothing about the load: a 500, a timeout, an abort. */
  failed(): void {
    this.#inFlight--;
  }

  /**
   * Records a refusal because of load (429, 503). One burst of refusals is one cut.
   * @param nowMs When the refusal arrived, in monotonic milliseconds.
   * @param at When the request started, and whether the service says when to come again.
   */
  refused(nowMs: number, { startedMs, isExplained = false }: { startedMs: number; isExplained?: boolean }): void {
    this.#inFlight--;
    this.#chance.refused(nowMs, { startedMs, isExplained });
    this.#judge(nowMs);
    if (this.#chance.isOn) return;
    const limit = this.#limit;
    const isNew = this.#episode.refused(nowMs, { startedMs, inFlight: this.#inFlight });
    const { isAllRefused, accepted } = this.#episode;
    const isChance = isNew && accepted === limit - 1 && this.#growth.stoodMs(nowMs) >= STOOD_MS;
    if (isNew) this.#growth.cut(nowMs, { limit, accepted, delayMs: nowMs - startedMs });
    this.#accepted = isAllRefused ? 0 : Math.min(limit, accepted);
    if (isAllRefused) {
      this.#limit = this.#within(Math.floor(Math.max(limit, this.#growth.known) * DEEP_CUT));
      this.#growth.release(nowMs, this.#limit);
    } else {
      this.#limit = this.#within(isChance ? limit : this.#accepted);
      this.#growth.hold(nowMs, this.#limit);
    }
  }

  /** JSON for the ledger. */
  save(): AdaptiveState {
    return { limit: Math.max(this.#limit, this.#growth.known) };
  }

  #judge(nowMs: number): void {
    const wasOn = this.#chance.isOn;
    this.#limit = this.#within(this.#chance.judge(nowMs, this.#limit));
    if (wasOn && !this.#chance.isOn) this.#growth.resume(nowMs, this.#limit);
  }

  #goOn(nowMs: number, pausedMs: number): void {
    const costMs = pausedMs * Math.max(0, 1 - this.#inFlight / this.#limit);
    const limit = this.#growth.paused(nowMs, { costMs, inFlight: this.#inFlight });
    this.#limit = this.#within(Math.min(this.#limit, limit));
  }

  #within(limit: number): number {
    return Math.min(this.#max, Math.max(this.#min, limit));
  }
}

/**
 * Groups refusals into bursts. Requests that started before a cut were sent under the old limit: their refusals
 * belong to that cut and correct its estimate.
 */
class RefusalEpisode {
  #cutMs = -Infinity;
  #previousCutMs = -Infinity;
  #accepted = Infinity;
  #isPaused = false;
  /** Starts since the last cut, and those between the last two cuts. */
  #since = 0;
  #burst = 0;
  #burstRefused = 0;

  /** How many requests the service had accepted when it began to refuse: those in flight minus the later refusals. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Whether every request that started between the last two cuts was refused. */
  get isAllRefused(): boolean {
    return this.#burst > 0 && this.#burstRefused === this.#burst;
  }

  /** @returns How long nothing was sent, for the first start after a cut. */
  started(nowMs: number): number | undefined {
    this.#since++;
    if (!this.#isPaused) return undefined;
    this.#isPaused = false;
    return nowMs - this.#cutMs;
  }

  /**
   * @param inFlight Requests in flight, without this one.
   * @returns Whether this refusal is the first of a burst.
   */
  refused(nowMs: number, { startedMs, inFlight }: { startedMs: number; inFlight: number }): boolean {
    if (startedMs <= this.#cutMs) {
      this.#accepted--;
      if (startedMs > this.#previousCutMs) this.#burstRefused++;
      return false;
    }
    this.#previousCutMs = this.#cutMs;
    this.#cutMs = nowMs;
    this.#accepted = inFlight;
    this.#isPaused = true;
    this.#burst = this.#since;
    this.#burstRefused = 1;
    this.#since = 0;
    return true;
  }
}
