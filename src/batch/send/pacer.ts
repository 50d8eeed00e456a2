import { AdaptiveLimit, type AdaptiveState } from "../../pace/adaptive_limit.ts";
import { Breaker, type BreakerMemory, type BreakerOutcome } from "../../pace/breaker.ts";
import type { Clock } from "../../pace/clock.ts";
import { type Moment, RateLimit, type RateState } from "../../pace/rate_limit.ts";
import { retryDelayMs } from "../../pace/retry_delay.ts";
import type { CallFailure } from "./failure.ts";
import type { RunLimits } from "./limits.ts";
import type { StopReason } from "../../run/progress.ts";

/** How fast a run may go. */
export interface PaceOptions extends Pick<RunLimits, "concurrency" | "rate"> {
  /** Beyond it an automatic limit does not go. */
  readonly maxConcurrent?: number | undefined;
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
  readonly breaker: BreakerMemory;
  /** How long nothing is to be sent, and when that was written, by the wall clock. */
  readonly pause: { readonly forMs: number; readonly wallMs: number };
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
  /** When the first refusal of the last burst came, and how many bursts there were since the last answer. */
  #burstMs = -Infinity;
  #bursts = 0;
  #stop: StopReason | undefined;

  constructor({ concurrency = "auto", rate = [], clock, random, saved, ...options }: PaceOptions) {
    const { maxConcurrent: max = MAX_AUTO_CONCURRENCY } = options;
    const known = saved === undefined ? undefined : JSON.parse(saved) as SavedPace;
    this.#clock = clock;
    this.#random = random;
    const now = this.#now();
    this.#rate = new RateLimit(rate, known && { state: known.rate, now });
    this.#adaptive = concurrency === "auto"
      ? new AdaptiveLimit({ start: Math.min(START_CONCURRENCY, max), max }, known?.adaptive)
      : new AdaptiveLimit({ start: concurrency, min: concurrency, max: concurrency });
    this.#breaker = new Breaker(known && { state: known.breaker, now });
    this.#pausedUntilMs = now.nowMs + pauseLeft(known?.pause, now.wallMs);
  }

  /** Most requests at once now. */
  get limit(): number {
    return this.#adaptive.limit;
  }

  /** Until when nothing is sent because the service asked for it, or is down; monotonic. */
  get pausedUntilMs(): number {
    const down = this.#breaker.state(this.#clock.monotonicMs());
    const downUntilMs = typeof down !== "string" && "open" in down && down.untilMs < Infinity ? down.untilMs : 0;
    return Math.max(this.#pausedUntilMs, downUntilMs);
  }

  /** Whether nothing works at the moment. */
  get isServiceDown(): boolean {
    return this.#breaker.state(this.#clock.monotonicMs()) !== "closed";
  }

  /** Why nothing more shall be sent at all. */
  get stop(): StopReason | undefined {
    const down = this.#breaker.state(this.#clock.monotonicMs());
    if (typeof down === "string" || !("tripped" in down)) return this.#stop;
    return { code: "breaker", error: down.tripped };
  }

  /** How long the next request has to wait, in milliseconds; Infinity when another one must end before. */
  waitMs(nowMs: number): number {
    const down = this.#breaker.state(nowMs);
    if (typeof down !== "string" && "open" in down) return Math.max(0, down.untilMs - nowMs);
    const pauseMs = this.#pausedUntilMs - nowMs;
    if (pauseMs > 0) return pauseMs;
    return Math.max(this.#adaptive.waitMs(nowMs), this.#rate.waitMs(nowMs));
  }

  /** A request is about to be sent. */
  started(nowMs: number): void {
    this.#adaptive.started(nowMs);
    this.#rate.take(nowMs);
    this.#breaker.started(nowMs);
  }

  succeeded({ nowMs, startMs }: AttemptTimes): void {
    this.#adaptive.succeeded();
    this.#breaker.record("ok", { nowMs, startedMs: startMs });
    this.#bursts = 0;
  }

  /** An attempt was given up: that says nothing about the service. */
  givenUp(): void {
    this.#adaptive.failed();
  }

  failed(failure: CallFailure, { nowMs, startMs }: AttemptTimes): void {
    const at = { nowMs, startedMs: startMs };
    if (failure.kind === "refused") {
      this.#adaptive.refused(nowMs, startMs);
      const isNewBurst = startMs > this.#burstMs; // sent after the last burst was met
      if (isNewBurst) {
        this.#burstMs = nowMs;
        this.#bursts++;
      }
      // One burst is what a limit is found by; a probe must be recorded, or nothing would follow it.
      if (this.isServiceDown || (isNewBurst && this.#bursts > 1)) this.#breaker.record("refused_all", at);
      this.#pause(failure, { nowMs, isNewBurst });
    } else {
      const outcome = outcomeOf(failure);
      this.#adaptive.failed();
      this.#breaker.record(outcome, at);
      if (outcome === "ok") this.#bursts = 0;
    }
  }

  /** For the ledger: a restart refills nothing and forgets no pause. */
  save(): string {
    const now = this.#now();
    const saved: SavedPace = {
      rate: this.#rate.save(now),
      adaptive: this.#adaptive.save(),
      breaker: this.#breaker.save(now),
      pause: { forMs: Math.max(0, this.#pausedUntilMs - now.nowMs), wallMs: now.wallMs },
    };
    return JSON.stringify(saved);
  }

  /** Everybody waits once, however many were refused. */
  #pause(
    { retryAfterMs, error }: CallFailure,
    { nowMs, isNewBurst }: { readonly nowMs: number; readonly isNewBurst: boolean },
  ): void {
    if (retryAfterMs !== undefined && retryAfterMs > MAX_PAUSE_MS) {
      this.#stop = { code: "refused", minutes: Math.ceil(retryAfterMs / 60_000), error: error.message };
      return;
    }
    if (retryAfterMs === undefined && !isNewBurst) return;
    const delayMs = retryDelayMs(Math.max(1, this.#bursts), { random: this.#random, askedMs: retryAfterMs });
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + delayMs);
  }

  #now(): Moment {
    return { nowMs: this.#clock.monotonicMs(), wallMs: this.#clock.now().getTime() };
  }
}

/** A clock that was set back cannot make a pause longer than it was. */
function pauseLeft(pause: SavedPace["pause"] | undefined, wallMs: number): number {
  if (pause === undefined) return 0;
  return Math.min(MAX_PAUSE_MS, Math.max(0, pause.forMs - Math.max(0, wallMs - pause.wallMs)));
}

const NOT_FOUND = 404;
/** Nothing left to pay with, no right, and a 429 that is not to be repeated: the row is not to blame. */
const OF_ALL_ROWS: readonly number[] = [402, 403, 429];
const FIRST_SERVER_ERROR = 500;

/** Whether all other requests would fail in the same way. */
function outcomeOf({ kind, status, error: { code, message } }: CallFailure): BreakerOutcome {
  if (kind === "unauthorized") return { systemic: "unauthorised", reason: message };
  if (kind === "not_sent") return { systemic: "unreachable", reason: message };
  const isOfAllRows = status !== undefined && (status >= FIRST_SERVER_ERROR || OF_ALL_ROWS.includes(status));
  if (kind === "maybe_ran" || isOfAllRows) return { systemic: "server_error", reason: message };
  // A service that has a word of its own for it has looked for the company, and not for the path.
  const isPath = status === NOT_FOUND && (code === "http_404" || code === "not_found");
  return isPath ? { systemic: "not_found", reason: message } : "ok";
}
