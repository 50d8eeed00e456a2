import { AdaptiveLimit, type AdaptiveState } from "../pace/adaptive_limit.ts";
import { Breaker, type BreakerState } from "../pace/breaker.ts";
import type { Clock } from "../pace/clock.ts";
import { RateLimit, type RateState, type RateWindow } from "../pace/rate_limit.ts";
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

interface SavedPace {
  readonly rate: RateState;
  readonly adaptive: AdaptiveState | undefined;
  readonly breaker: BreakerState;
  readonly pausedUntilWallMs: number;
}

const START_CONCURRENCY = 8;
const MAX_AUTO_CONCURRENCY = 256;
/** A service that asks for more is asked again by a person. */
const MAX_PAUSE_MS = 60 * 60_000;

/** Says when the next request may be sent, by everything that can hold it back. */
export class Pacer {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #rate: RateLimit;
  readonly #fixed: number | undefined;
  readonly #adaptive: AdaptiveLimit;
  readonly #breaker: Breaker;
  #pausedUntilMs = 0;
  /** Refusals without a word on when to come back, since the last success. */
  #episodes = 0;
  #stop: StopReason | undefined;

  constructor({ concurrency, rate, clock, random, saved }: PaceOptions) {
    const known = saved === undefined ? undefined : JSON.parse(saved) as SavedPace;
    const now = { nowMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
    this.#clock = clock;
    this.#random = random;
    this.#fixed = concurrency === "auto" ? undefined : concurrency;
    this.#rate = new RateLimit(rate, known && { state: known.rate, ...now });
    this.#adaptive = new AdaptiveLimit({ start: START_CONCURRENCY, max: MAX_AUTO_CONCURRENCY }, known?.adaptive);
    this.#breaker = new Breaker({}, known?.breaker);
  }
}
