import { AdaptiveLimit, type AdaptiveState } from "../pace/adaptive_limit.ts";
import { Breaker, type BreakerState } from "../pace/breaker.ts";
import type { Clock } from "../pace/clock.ts";
import { type Moment, RateLimit, type RateState, type RateWindow } from "../pace/rate_limit.ts";
import { retryDelayMs } from "../pace/retry_delay.ts";
import type { CallFailure } from "./failure.ts";
import type { StopReason } from "./stop_reason.ts";

/** How fast a run may go. */
export interface PaceOptions {
  /** Most requests at once; `auto` finds it out by what the service refuses. */
  readonly concurrency: number | "auto";
  /** Most starts within any span of time; all of them hold. */
  readonly rate: readonly RateWindow[];
  readonly clock: Clock;
  /** Spreads waits, 0 up to 1. */
  random(): number;
  /** What {@linkcode Pacer.save} gave to an earlier process. */
  readonly saved?: string | undefined;
}

/** What outlives a restart. */
interface SavedPace {
  readonly rate: RateState;
  readonly adaptive: AdaptiveState;
  readonly breaker: BreakerState;
  /** By the wall clock. */
  readonly pausedUntilMs: number;
}

/** When an attempt began and ended, by the monotonic clock. */
export interface AttemptTimes {
  readonly startMs: number;
  readonly nowMs: number;
}

const START_CONCURRENCY = 8;
const MAX_AUTO_CONCURRENCY = 256;
/** A service that asks for more is asked again by a person, or by the next night. */
const MAX_PAUSE_MS = 60 * 60_000;

/** Says when the next request may be sent, by everything that can hold it back. */
export class Pacer {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #rate: RateLimit;
  readonly #adaptive: AdaptiveLimit;
  readonly #breaker: Breaker;
  #pausedUntilMs = 0;
  /** Refusals without a word on when to come back, one for each time that nothing was sent. */
  #episodes = 0;
  #stop: StopReason | undefined;

  constructor({ concurrency, rate, clock, random, saved }: PaceOptions) {
    const known = saved === undefined ? undefined : JSON.parse(saved) as SavedPace;
    this.#clock = clock;
    this.#random = random;
    const now = this.#now();
    this.#rate = new RateLimit(rate, known && { state: known.rate, now });
    this.#adaptive = concurrency === "auto"
      ? new AdaptiveLimit({ start: START_CONCURRENCY, max: MAX_AUTO_CONCURRENCY }, known?.adaptive)
      : new AdaptiveLimit({ start: concurrency, min: concurrency, max: concurrency });
    this.#breaker = new Breaker({}, known?.breaker);
    const pauseMs = Math.min(MAX_PAUSE_MS, (known?.pausedUntilMs ?? 0) - now.wallMs);
    if (pauseMs > 0) this.#pausedUntilMs = now.nowMs + pauseMs;
  }

  /** Most requests at once now. */
  get limit(): number {
    return this.#adaptive.limit;
  }

  /** Until when nothing is sent because the service asked for it, or is down; monotonic. */
  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** Whether nothing works at the moment. */
  get isServiceDown(): boolean {
    return this.#breaker.isOpen(this.#clock.monotonicMs());
  }

  /** Why nothing more shall be sent at all. */
  get stop(): StopReason | undefined {
    return this.#stop;
  }

  /** How long the next request has to wait, in milliseconds; Infinity when another one must end before. */
  waitMs(nowMs: number): number {
    const pauseMs = Math.max(0, this.#pausedUntilMs - nowMs, this.#breaker.waitMs(nowMs));
    if (pauseMs > 0) return pauseMs;
    return Math.max(this.#adaptive.waitMs(nowMs), this.#rate.waitMs(nowMs));
  }

  /** A request is about to be sent. */
  started(nowMs: number): void {
    this.#adaptive.started(nowMs);
    this.#rate.take(nowMs);
    this.#breaker.started(nowMs);
  }

  succeeded(nowMs: number): void {
    this.#adaptive.succeeded();
    this.#breaker.succeeded(nowMs);
    this.#episodes = 0;
  }

  /** An attempt was given up: that says nothing about the service. */
  givenUp(): void {
    this.#adaptive.failed();
  }

  failed(failure: CallFailure, { nowMs, startMs }: AttemptTimes): void {
    if (failure.kind === "refused") {
      this.#adaptive.refused(nowMs, startMs);
      this.#pause(failure, { nowMs, startMs });
    } else {
      this.#adaptive.failed();
    }
  }

  /** For the ledger: a restart refills nothing and forgets no pause. */
  save(): string {
    const now = this.#now();
    const saved: SavedPace = {
      rate: this.#rate.save(now),
      adaptive: this.#adaptive.save(),
      breaker: this.#breaker.save(),
      pausedUntilMs: now.wallMs + this.#pausedUntilMs - now.nowMs,
    };
    return JSON.stringify(saved);
  }

  /** Everybody waits once, however many were refused. */
  #pause({ retryAfterMs, error }: CallFailure, { nowMs, startMs }: AttemptTimes): void {
    if (retryAfterMs === undefined) {
      if (startMs < this.#pausedUntilMs) return; // sent before the pause it would begin
      this.#episodes++;
      const delayMs = retryDelayMs(this.#episodes, { random: this.#random });
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + delayMs);
    } else if (retryAfterMs > MAX_PAUSE_MS) {
      const minutes = Math.ceil(retryAfterMs / 60_000);
      const message = `the service asks to come back in ${minutes} minutes (${error.message}); run the same command then`;
      this.#stop = { code: "refused", message };
    } else {
      const delayMs = retryDelayMs(1, { random: this.#random, askedMs: retryAfterMs });
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + delayMs);
    }
  }

  #now(): Moment {
    return { nowMs: this.#clock.monotonicMs(), wallMs: this.#clock.now().getTime() };
  }
}
