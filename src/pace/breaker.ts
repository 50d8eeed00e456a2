import type { Moment } from "./rate_limit.ts";

/** A failure of the whole service, not of one row. */
export type SystemicKind = "unauthorised" | "not_found" | "unreachable" | "server_error" | "unreadable" | "refusing";

/**
 * How a request ended: answered (a 422, which refuses its content, is an answer); refused like all others (429, 503)
 * for a whole round; or failed in a way that every request would, with a reason to show.
 */
export type BreakerOutcome = "ok" | "refused_all" | { readonly systemic: SystemicKind; readonly reason: string };

/** Closed admits every request, half-open admits one; open and tripped admit none and state why. */
export type BreakerState =
  | "closed"
  | "half_open"
  | { readonly open: string; readonly untilMs: number }
  | { readonly tripped: string };

/** A time in which the service could not be used. */
export interface Outage {
  /** Why the last request failed. */
  readonly error: string;
  /** How long it lasted; absent while it does. */
  readonly endedAfterSeconds?: number;
}

/** State that survives a restart. */
export interface BreakerMemory {
  /** Whether the service ever answered. */
  readonly hasAnswered: boolean;
  readonly stopped?: { readonly reason: string; readonly untilWallMs: number; readonly failedProbes: number };
}

/**
 * Failures of one kind, without an answer in between, that stop all requests. A wrong key stays wrong, so three
 * stop the run for good. A gateway that restarts fails dozens at once: ten cost only a pause of 5 s. Replies that cannot
 * be read are paid for; ten with one and the same reason stop the run for good.
 */
const MAX_FAILURES: Readonly<Record<SystemicKind, number>> = {
  unauthorised: 3,
  not_found: 3,
  unreachable: 5,
  server_error: 10,
  unreadable: 10,
  refusing: 5,
};
/** The pause before a probe: 5 s, doubled after each that fails, up to 5 min. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
/** A service that has answered gets a quarter of an hour; the address of one that never did is probably wrong. */
const MAX_FAILED_PROBES = 8;
const MAX_FAILED_PROBES_UNPROVEN = 3;
/** That the service answers again is reported for so long. */
const REPORT_END_MS = 60_000;
const REFUSES_ALL = "the service refuses every request";

interface Stop {
  readonly reason: string;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly failedProbes: number;
}

/** Stops all requests when the service itself fails, probes it with single requests, and finally gives up. */
export class Breaker {
  /** By kind; unreadable replies by their reason. */
  #failures = new Map<string, number>();
  #hasAnswered: boolean;
  #stop: Stop | undefined;
  #trippedBy: SystemicKind | undefined;
  #lastStop: { readonly error: string; readonly sinceMs: number; readonly endMs: number } | undefined;
  /** When the current probe started. */
  #probeMs: number | undefined;
  /** Failures of requests that started earlier are ignored. */
  #sinceMs = -Infinity;

  /**
   * @param restored The saved state and the current time. A breaker that had given up begins with one probe: people
   * restart after they have fixed something. No wait exceeds 5 min, whatever the wall clock says.
   */
  constructor(restored?: { readonly state: BreakerMemory; readonly now: Moment }) {
    this.#hasAnswered = restored?.state.hasAnswered === true;
    const stopped = restored?.state.stopped;
    if (restored === undefined || stopped === undefined) return;
    const { nowMs, wallMs } = restored.now;
    const leftMs = Math.min(MAX_PAUSE_MS, Math.max(0, stopped.untilWallMs - wallMs)) || 0;
    this.#stop = { ...stopped, sinceMs: nowMs, untilMs: nowMs + leftMs };
    this.#sinceMs = nowMs;
  }

  /** What is admitted now; `untilMs` is Infinity during a probe. */
  state(nowMs: number): BreakerState {
    if (this.#stop === undefined) return "closed";
    const { reason, untilMs } = this.#stop;
    if (this.#trippedBy !== undefined) return { tripped: reason };
    if (this.#probeMs !== undefined) return { open: reason, untilMs: Infinity };
    return nowMs >= untilMs ? "half_open" : { open: reason, untilMs };
  }

  /** The outage that lasts, or ended less than a minute ago. */
  outage(nowMs: number): Outage | undefined {
    if (this.#stop !== undefined) return { error: this.#stop.reason };
    if (this.#lastStop === undefined || nowMs - this.#lastStop.endMs >= REPORT_END_MS) return undefined;
    const { error, sinceMs, endMs } = this.#lastStop;
    return { error, endedAfterSeconds: (endMs - sinceMs) / 1000 };
  }

  /** The kind of failure that tripped it. */
  get trippedBy(): SystemicKind | undefined {
    return this.#trippedBy;
  }

  /** Whether the service ever answered. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Records that a request starts; in the half-open state it is the probe, whose outcome must be recorded. */
  started(nowMs: number): void {
    if (this.state(nowMs) === "half_open") this.#probeMs = nowMs;
  }

  /**
   * Records how a request ended.
   * @param at When it ended and when it started, in monotonic milliseconds: a request that started before the stop
   * is not the probe.
   */
  record(outcome: BreakerOutcome, { nowMs, startedMs }: { readonly nowMs: number; readonly startedMs: number }): void {
    if (outcome === "ok") this.#hasAnswered = true;
    const failure = outcome === "refused_all" ? { systemic: "refusing" as const, reason: REFUSES_ALL } : outcome;
    if (this.#stop === undefined) {
      if (failure === "ok") this.#forget();
      else if (startedMs >= this.#sinceMs) this.#count(failure, nowMs);
    } else if (this.#probeMs !== undefined && startedMs >= this.#probeMs) {
      this.#probeMs = undefined;
      if (failure === "ok") this.#close(this.#stop, nowMs);
      else this.#probeFailed(this.#stop, { ...failure, nowMs });
    }
  }

  /** JSON for the ledger. */
  save({ nowMs, wallMs }: Moment): BreakerMemory {
    if (this.#stop === undefined) return { hasAnswered: this.#hasAnswered };
    const { reason, untilMs, failedProbes } = this.#stop;
    const untilWallMs = wallMs + (this.#trippedBy !== undefined ? 0 : Math.max(0, untilMs - nowMs));
    return { hasAnswered: this.#hasAnswered, stopped: { reason, untilWallMs, failedProbes } };
  }

  get #maxFailedProbes(): number {
    return this.#hasAnswered ? MAX_FAILED_PROBES : MAX_FAILED_PROBES_UNPROVEN;
  }

  #count({ systemic, reason }: { systemic: SystemicKind; reason: string }, nowMs: number): void {
    const key = systemic === "unreadable" ? reason.replaceAll(/\d+/g, "0") : systemic;
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    if (failures < MAX_FAILURES[systemic]) return;
    // A path that never existed is a wrong address; one that disappeared may be a gateway that restarts.
    const isFinal = systemic === "unauthorised" || systemic === "unreadable" ||
      (systemic === "not_found" && !this.#hasAnswered);
    if (isFinal) this.#trip(systemic, { reason, sinceMs: nowMs, failedProbes: this.#maxFailedProbes });
    else this.#stop = { reason, sinceMs: nowMs, untilMs: nowMs + FIRST_PAUSE_MS, failedProbes: 0 };
  }

  #probeFailed(
    stop: Stop,
    { systemic, reason, nowMs }: { systemic: SystemicKind; reason: string; nowMs: number },
  ): void {
    const failedProbes = stop.failedProbes + 1;
    const { sinceMs } = stop;
    if (failedProbes >= this.#maxFailedProbes) return this.#trip(systemic, { reason, sinceMs, failedProbes });
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failedProbes);
    this.#stop = { reason, sinceMs, untilMs: nowMs + pauseMs, failedProbes };
  }

  #trip(kind: SystemicKind, stop: Omit<Stop, "untilMs">): void {
    this.#trippedBy = kind;
    this.#stop = { ...stop, untilMs: Infinity };
  }

  /** Clearing an empty Map still allocates a new table, which the old one keeps reachable. */
  #forget(): void {
    if (this.#failures.size > 0) this.#failures.clear();
  }

  #close({ reason, sinceMs }: Stop, nowMs: number): void {
    this.#lastStop = { error: reason, sinceMs, endMs: nowMs };
    this.#stop = undefined;
    this.#forget();
    this.#sinceMs = nowMs;
  }
}
