import { LimitGrowth } from "./limit_growth.ts";
import { RefusalEpisode } from "./refusal_episode.ts";

/** Where an adaptive limit begins and how far it goes; whole numbers from 1. */
export interface AdaptiveOptions {
  /** How many may be in flight at first. */
  readonly start: number;
  /** Never more than this. */
  readonly max: number;
  /** Never fewer than this; 1 when not given. */
  readonly min?: number;
}

/** What a later run can begin with instead of finding it out again. */
export interface AdaptiveState {
  readonly limit: number;
  /** Whether the limit is a cap that was met; otherwise it was still growing. */
  readonly metCap: boolean;
}

/** Where all that was sent since the last cut was refused, the cap is far below. */
const DEEP_CUT = 0.7;
/**
 * How many may be in flight at a service that refuses what is too much (429, 503). It doubles until the first
 * refusal, then stays at what the service did accept and probes by one, two, four and so on. Latency plays no
 * part: a reasoning service answers in 2 s or in 60, and a limit that follows that sinks to 1 for no reason.
 */
export class AdaptiveLimit {
  readonly #min: number;
  readonly #max: number;
  #limit: number;
  #metCap: boolean;
  #inFlight = 0;
  readonly #growth: LimitGrowth;
  readonly #episode = new RefusalEpisode();

  /**
   * @param options Where it begins and how far it goes.
   * @param state What was saved: it begins there, within the options' bounds.
   * @throws {RangeError} when a number is not a whole one from 1, or `start` is outside `min` to `max`.
   */
  constructor({ start, max, min = 1 }: AdaptiveOptions, state?: AdaptiveState) {
    const isWhole = [start, max, min].every((value) => Number.isInteger(value) && value >= 1);
    if (!isWhole || start > max || start < min) {
      throw new RangeError(
        `Cannot adapt from ${start} within ${min} to ${max}: not whole numbers from 1 in that order`,
      );
    }
    this.#min = min;
    this.#max = max;
    this.#limit = this.#within(state !== undefined && state.limit >= 1 ? Math.floor(state.limit) : start);
    this.#metCap = state?.metCap === true;
    this.#growth = new LimitGrowth(this.#metCap ? 1 : this.#limit);
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
   * How long the next start has to wait. The limit grows here: while it is used up, and nothing was refused.
   * @param nowMs Monotonic milliseconds.
   * @returns Milliseconds, 0 when it may happen now, Infinity when it takes an outcome.
   */
  waitMs(nowMs: number): number {
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

  /** A request leaves. */
  started(nowMs: number): void {
    const pausedMs = this.#episode.started(nowMs);
    if (pausedMs !== undefined) this.#goOn(nowMs, pausedMs);
    this.#inFlight++;
  }

  /** A request was answered: the service works on as many as are in flight. */
  succeeded(_nowMs: number, _startedMs: number): void {
    this.#inFlight--;
    this.#growth.answered();
  }

  /** A request ended in a way that says nothing about how many are too many: a 500, a timeout, an abort. */
  failed(_nowMs: number, _startedMs: number): void {
    this.#inFlight--;
  }

  /** A request was refused because there are too many (429, 503). One burst of refusals is one cut. */
  refused(nowMs: number, startedMs: number): void {
    this.#inFlight--;
    const before = Math.max(this.#limit, this.#growth.known);
    const isNew = this.#episode.refused(nowMs, { startedMs, inFlight: this.#inFlight });
    if (isNew) this.#growth.cut(nowMs, { limit: this.#limit, delayMs: nowMs - startedMs });
    const { isAllRefused, accepted } = this.#episode;
    this.#limit = this.#within(isAllRefused ? Math.floor(before * DEEP_CUT) : Math.min(this.#limit, accepted));
    if (isAllRefused) this.#growth.release(nowMs, this.#limit);
    else this.#growth.hold(nowMs, this.#limit);
    this.#metCap = true;
  }

  /** JSON for the ledger. */
  save(): AdaptiveState {
    return { limit: Math.max(this.#limit, this.#growth.known), metCap: this.#metCap };
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
