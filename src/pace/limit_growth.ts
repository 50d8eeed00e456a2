/** A limit doubles in this time at the soonest; where a service refuses slowly, in four times its delay. */
const DOUBLING_MS = 500;
const MAX_DOUBLING_MS = 5_000;
const REFUSAL_DELAYS = 4;
/** Until anything came back, nobody knows how long a refusal takes here; growth waits at this limit. */
const MAX_UNANSWERED = 128;
/** A cap that was met is probed after this time, and after up to 16 times that while the probes fail. */
const HOLD_MS = 1_000;
const MAX_PATIENCE = 16;
/** A refusal within so many doubling times of growth is due to it; by less than this share it was but a probe. */
const PROBE_DOUBLINGS = 2;
const PROBE_SHARE = 0.1;
/** The most that is added in one doubling time at first; halved when that is too fast, doubled after 8 times well. */
const MAX_FIRST_STEP = 192;
const CLEAN_STEPS = 8;
/** So many may leave at once after a pause that emptied all. */
const MIN_RESTART = 8;
/** Probes may cost one refusal in this many answers; so many at once, and so many in advance. */
const ANSWERS_PER_REFUSAL = 30;
const MAX_CREDIT = 10;
const MIN_CREDIT = -1;
const RELEASE_CREDIT = 2;
/** A probe that fails empties slots while all pause. Waiting fifty times what that cost keeps it to some 2 %. */
const HOLD_PER_COST = 50;
const MAX_COST_HOLD_MS = 60_000;
/** A timer that comes late by up to this much is made up for. */
const LATE_MS = 50;

/** What a burst of refusals found. */
export interface Cut {
  /** The limit that was too much, and how many the service had accepted. */
  readonly limit: number;
  readonly accepted: number;
  /** How long the first refusal took to come. */
  readonly delayMs: number;
}

/**
 * When a limit may grow by one. Up to what is known to be accepted it grows at once; beyond that in steps of one,
 * two, four up to doubling it, and after a cut not for a while.
 */
export class LimitGrowth {
  #known: number;
  /** How much is added in one doubling time, and at the most: a service may limit how fast, not how many. */
  #step: number;
  #maxStep = MAX_FIRST_STEP;
  #maxStepIfBurst = MAX_FIRST_STEP;
  #cleanSteps = 0;
  #addedOfStep = 0;
  #addedSinceCut = 0;
  #refusalsSinceCut = 0;
  /** When one more may be added, up to what is known and beyond; nothing before the first start. */
  #refillAtMs = -Infinity;
  #growAtMs: number | undefined;
  #grewMs = -Infinity;
  #cutMs = -Infinity;
  #doublingMs = DOUBLING_MS;
  #patience = 1;
  #credit = MAX_CREDIT;
  #hasAnswer = false;
  #isReleased = false;

  /**
   * @param step How much may be added in the first doubling time.
   * @param known How many are known to be accepted, from an earlier run.
   */
  constructor(step: number, known: number) {
    this.#step = step;
    this.#known = known;
  }

  /** How many the service is known to accept. */
  get known(): number {
    return this.#known;
  }

  /** How long the limit has neither grown nor been cut. */
  stoodMs(nowMs: number): number {
    return nowMs - Math.max(this.#grewMs, this.#cutMs);
  }

  /** A request leaves; the first one starts the clock. */
  started(nowMs: number): void {
    if (this.#growAtMs !== undefined) return;
    this.#growAtMs = nowMs + this.#doublingMs / this.#step;
    this.#grewMs = nowMs;
  }

  /** Milliseconds until one more; Infinity when it takes an answer first. */
  waitMs(nowMs: number, limit: number): number {
    if (limit < this.#known) return Math.max(0, this.#refillAtMs - nowMs);
    if (this.#credit < 1 || (!this.#hasAnswer && limit >= MAX_UNANSWERED)) return Infinity;
    return Math.max(0, (this.#growAtMs ?? nowMs) - nowMs);
  }

  /** The limit is not used up: time in which nobody needed more is no reason for more. */
  unused(nowMs: number): void {
    if (this.#growAtMs !== undefined) this.#growAtMs = Math.max(this.#growAtMs, nowMs - LATE_MS);
  }

  grew(nowMs: number, limit: number): void {
    this.#grewMs = nowMs;
    if (limit <= this.#known) {
      const gapMs = this.#doublingMs / Math.min(limit, this.#maxStep);
      this.#refillAtMs = Math.max(this.#refillAtMs, nowMs - LATE_MS) + gapMs;
      return;
    }
    this.#addedSinceCut++;
    if (++this.#addedOfStep >= this.#step) this.#nextStep(limit);
    this.#growAtMs = (this.#growAtMs ?? nowMs) + this.#doublingMs / this.#step;
  }

  #nextStep(limit: number): void {
    this.#addedOfStep = 0;
    if (this.#step >= this.#maxStep && ++this.#cleanSteps >= CLEAN_STEPS) {
      this.#maxStep *= 2;
      this.#cleanSteps = 0;
    }
    this.#step = Math.min(2 * this.#step, limit, this.#maxStep);
  }

  answered(): void {
    this.#hasAnswer = true;
    this.#credit = Math.min(MAX_CREDIT, this.#credit + 1 / ANSWERS_PER_REFUSAL);
  }

  /** A burst of refusals begins; each of them, this one too, is told to `hold` or `release`. */
  cut(nowMs: number, { limit, accepted, delayMs }: Cut): void {
    const isRefill = limit < this.#known;
    const isFast = isRefill || this.#addedSinceCut > PROBE_SHARE * limit;
    const pace = isRefill ? Math.min(limit, this.#maxStep) : this.#step;
    this.#maxStepIfBurst = isFast ? Math.max(1, Math.floor(pace / 2)) : this.#maxStep;
    if (this.#addedSinceCut > 0) this.#patience = this.#patienceAfter(nowMs, accepted - this.#known);
    this.#isReleased = false;
    this.#step = 1;
    this.#addedOfStep =
      this.#addedSinceCut =
      this.#refusalsSinceCut =
      this.#cleanSteps =
        0;
    this.#cutMs = nowMs;
    this.#doublingMs = Math.min(MAX_DOUBLING_MS, Math.max(DOUBLING_MS, REFUSAL_DELAYS * delayMs));
  }

  #patienceAfter(nowMs: number, gained: number): number {
    const isFresh = nowMs - this.#grewMs <= PROBE_DOUBLINGS * this.#doublingMs;
    if (!isFresh || gained > 1) return 1;
    return gained === 1 ? this.#patience : Math.min(MAX_PATIENCE, 2 * this.#patience);
  }

  /** A refusal: so many are accepted, and that stands for a while. */
  hold(nowMs: number, known: number): void {
    this.#hasAnswer = true;
    this.#credit = Math.max(MIN_CREDIT, this.#credit - 1);
    // One refusal may be chance; two at once are the sign of having gone too fast.
    if (++this.#refusalsSinceCut === 2) this.#maxStep = this.#maxStepIfBurst;
    this.#known = known;
    this.#growAtMs = nowMs + HOLD_MS * this.#patience;
  }

  /** A refusal where nothing was accepted: what the service accepts is unknown, growth begins again soon. */
  release(nowMs: number, limit: number): void {
    this.#patience = 1;
    this.#maxStepIfBurst = this.#maxStep;
    this.hold(nowMs, limit);
    this.#credit = Math.max(this.#credit, RELEASE_CREDIT);
    this.#isReleased = true;
    this.#growAtMs = nowMs + this.#doublingMs;
  }

  /**
   * All had paused after a cut, which cost so much of what could have been done.
   * @returns How many may be in flight at once: what a pause emptied is not filled again in one burst.
   */
  paused(nowMs: number, { costMs, inFlight }: { costMs: number; inFlight: number }): number {
    const holdMs = this.#isReleased ? 0 : Math.min(MAX_COST_HOLD_MS, HOLD_PER_COST * costMs);
    this.#growAtMs = Math.max(this.#growAtMs ?? 0, nowMs + holdMs);
    this.#refillAtMs = nowMs;
    this.#grewMs = nowMs;
    return inFlight + Math.min(Math.max(inFlight, MIN_RESTART), this.#maxStep);
  }
}
