import { AdaptiveLimit, type AdaptiveState } from "../../pace/adaptive_limit.ts";
import { Breaker, type BreakerMemory, type Outage } from "../../pace/breaker.ts";
import { ChanceRefusals } from "../../pace/chance_refusals.ts";
import type { Clock } from "../../pace/clock.ts";
import { type Moment, RateLimit, type RateState } from "../../pace/rate_limit.ts";
import { retryDelayMs } from "../../pace/retry_delay.ts";
import { type CallFailure, outcomeOf } from "./failure.ts";
import type { RunLimits } from "./limits.ts";
import type { Progress, StopReason } from "../../run/progress.ts";

/** Options of a {@linkcode Pacer}. */
export interface PaceOptions extends Pick<RunLimits, "concurrency" | "rate"> {
  /** Upper bound of an automatic limit. Default: 256. */
  readonly maxConcurrent?: number | undefined;
  readonly clock: Clock;
  /** Spreads waits, 0 up to 1. */
  random(): number;
  /** What {@linkcode Pacer.save} returned in an earlier process. */
  readonly saved?: string | undefined;
}

/** The state that survives a restart. */
interface SavedPace {
  readonly rate: RateState;
  readonly adaptive: AdaptiveState;
  readonly breaker: BreakerMemory;
  /** How long to send nothing, and when this was written, by the wall clock. */
  readonly pause: { readonly forMs: number; readonly wallMs: number };
}

/** When an attempt began and ended, by the monotonic clock. */
export interface AttemptTimes {
  readonly startMs: number;
  readonly nowMs: number;
}

/** A share of refusals is reported from so many requests on, and from so much. */
const ENOUGH_SENT = 20;
const WORTH_SAYING = 0.1;
/** Refusals in a row of so many rounds of all slots happen by chance; the waits grow only after them. */
const ROUNDS_BY_CHANCE = 4;
const START_CONCURRENCY = 8;
const MAX_AUTO_CONCURRENCY = 256;
/** A service that asks for a longer wait stops the run: a person, or the next night, resumes it. */
const MAX_PAUSE_MS = 60 * 60_000;

/** What a {@linkcode Pacer} offers to those who send. */
export type Pace = Pick<Pacer, keyof Pacer>;

/** Decides when the next request may be sent: after pauses, within rates and the limit of requests at once. */
export class Pacer {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #rate: RateLimit;
  readonly #adaptive: AdaptiveLimit;
  readonly #chance = new ChanceRefusals();
  readonly #breaker: Breaker;
  #pausedUntilMs = 0;
  /** When the first refusal of the last burst came, and the number of bursts since the last answer. */
  #burstMs = -Infinity;
  #bursts = 0;
  #sent = 0;
  #refused = 0;
  #stop: StopReason | undefined;

  constructor({ concurrency = "auto", rate = [], clock, random, saved, ...options }: PaceOptions) {
    const { maxConcurrent: max = MAX_AUTO_CONCURRENCY } = options;
    const known = saved === undefined ? undefined : JSON.parse(saved) as SavedPace;
    this.#clock = clock;
    this.#random = random;
    const now = this.#now();
    this.#rate = new RateLimit(rate, known && { state: known.rate, now });
    this.#adaptive = concurrency === "auto"
      ? new AdaptiveLimit({ start: Math.min(START_CONCURRENCY, max), max, chance: this.#chance }, known?.adaptive)
      : new AdaptiveLimit({ start: concurrency, min: concurrency, max: concurrency, chance: this.#chance });
    this.#breaker = new Breaker(known && { state: known.breaker, now });
    this.#pausedUntilMs = now.nowMs + pauseLeft(known?.pause, now.wallMs);
  }

  /** Most requests at once, as of now. */
  get limit(): number {
    return this.#adaptive.limit;
  }

  /** Until when nothing is sent, because the service asked to wait or is down; monotonic. */
  get pausedUntilMs(): number {
    const down = this.#breaker.state(this.#clock.monotonicMs());
    const downUntilMs = typeof down !== "string" && "open" in down && down.untilMs < Infinity ? down.untilMs : 0;
    return Math.max(this.#pausedUntilMs, downUntilMs);
  }

  /** Why all requests fail at the moment, or did until now. */
  get outage(): Outage | undefined {
    return this.#breaker.outage(this.#clock.monotonicMs());
  }

  /** Whether all requests fail at the moment. */
  get isServiceDown(): boolean {
    return this.#breaker.state(this.#clock.monotonicMs()) !== "closed";
  }

  /** Why to stop sending; absent while there is no reason. */
  get stop(): StopReason | undefined {
    const down = this.#breaker.state(this.#clock.monotonicMs());
    if (typeof down === "string" || !("tripped" in down)) return this.#stop;
    return { code: this.#breaker.trippedBy === "unreadable" ? "unreadable" : "breaker", error: down.tripped };
  }

  /** Share of the requests so far that were refused because of the load, 0 to 1; absent below a tenth. */
  get refusedShare(): number | undefined {
    const share = this.#refused / this.#sent;
    return this.#sent >= ENOUGH_SENT && share >= WORTH_SAYING ? share : undefined;
  }

  /** How long the next request has to wait, in milliseconds; Infinity until another one has ended. */
  waitMs(nowMs: number): number {
    const down = this.#breaker.state(nowMs);
    if (typeof down !== "string" && "open" in down) return Math.max(0, down.untilMs - nowMs);
    const pauseMs = this.#pausedUntilMs - nowMs;
    if (pauseMs > 0) return pauseMs;
    return Math.max(this.#adaptive.waitMs(nowMs), this.#rate.waitMs(nowMs));
  }

  /** A request is about to be sent. */
  started(nowMs: number): void {
    this.#sent++;
    this.#adaptive.started(nowMs);
    this.#rate.take(nowMs);
    this.#breaker.started(nowMs);
  }

  succeeded({ nowMs, startMs }: AttemptTimes): void {
    this.#adaptive.succeeded();
    this.#breaker.record("ok", { nowMs, startedMs: startMs });
    this.#bursts = 0;
  }

  /** Nothing is sent before this moment of the monotonic clock. */
  pauseUntil(atMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, atMs);
  }

  /** An attempt was given up, which says nothing about the service. */
  givenUp(): void {
    this.#adaptive.failed();
  }

  failed(failure: CallFailure, { nowMs, startMs }: AttemptTimes): void {
    const at = { nowMs, startedMs: startMs };
    if (failure.kind === "refused") {
      this.#refused++;
      this.#adaptive.refused(nowMs, { startedMs: startMs, isExplained: failure.retryAfterMs !== undefined });
      const isNewBurst = startMs > this.#burstMs; // sent after the last burst began
      if (isNewBurst) {
        this.#burstMs = nowMs;
        this.#bursts++;
      }
      // The limit is found by single bursts, so one is no failure, nor are some that chance explains. A probe must be
      // recorded, or no other would follow.
      const isFailure = isNewBurst && this.#bursts > 1 && this.#chance.areAll;
      if (this.isServiceDown || isFailure) this.#breaker.record("refused_all", at);
      this.#pause(failure, { nowMs, isNewBurst });
    } else {
      const outcome = outcomeOf(failure, this.#breaker.hasAnswered);
      this.#adaptive.failed();
      this.#breaker.record(outcome, at);
      if (outcome === "ok") this.#bursts = 0;
    }
  }

  /** The state for the ledger: a restart neither refills a rate nor forgets a pause. */
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

  /** All requests wait once, however many were refused. By chance, each takes from them what one slot waits. */
  #pause(
    { retryAfterMs, error }: CallFailure,
    { nowMs, isNewBurst }: { readonly nowMs: number; readonly isNewBurst: boolean },
  ): void {
    if (retryAfterMs !== undefined && retryAfterMs > MAX_PAUSE_MS) {
      this.#stop = { code: "refused", minutes: Math.ceil(retryAfterMs / 60_000), error: error.message };
      return;
    }
    if (retryAfterMs === undefined && this.#chance.isOn) {
      const { limit } = this.#adaptive;
      const rounds = 1 + Math.floor(this.#chance.refusedInARow / (ROUNDS_BY_CHANCE * limit));
      const slotMs = retryDelayMs(rounds, { random: this.#random });
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs) + slotMs / limit;
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

/** What a running process wrote about a service that is down, for a reader beside it. */
export function savedOutage(saved: string, wallMs: number): Pick<Progress, "outage" | "pausedSeconds"> {
  const { stopped } = (JSON.parse(saved) as SavedPace).breaker;
  if (stopped === undefined) return {};
  const leftMs = stopped.untilWallMs - wallMs;
  return { outage: { error: stopped.reason }, pausedSeconds: leftMs > 0 ? leftMs / 1000 : undefined };
}

/** A wall clock that was set back does not lengthen a pause. */
function pauseLeft(pause: SavedPace["pause"] | undefined, wallMs: number): number {
  if (pause === undefined) return 0;
  return Math.min(MAX_PAUSE_MS, Math.max(0, pause.forMs - Math.max(0, wallMs - pause.wallMs)));
}
