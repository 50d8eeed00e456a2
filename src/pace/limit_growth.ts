/** Growth doubles a limit in this time at most; where a service refuses slowly, in four times its delay. */
const DOUBLING_MS = 500;
const MAX_DOUBLING_MS = 5_000;
const REFUSAL_DELAYS = 4;
/** Until anything came back, nobody knows how long a refusal takes here; growth waits at this limit. */
const MAX_UNANSWERED = 96;
/** A cap that was met is probed after this time, and after up to 16 times that while the probes fail. */
const HOLD_MS = 1_000;
const MAX_PATIENCE = 16;
/** A refusal this soon after growth by no more than this share of the limit is a probe that failed. */
const PROBE_DOUBLINGS = 2;
const PROBE_SHARE = 0.1;
/** Probes may cost one refusal in this many answers; so many at once, and so many in advance. */
const ANSWERS_PER_REFUSAL = 30;
const MAX_CREDIT = 10;
const MIN_CREDIT = -1;
/** A probe that fails empties slots while all pause. Waiting fifty times what that cost keeps it to some 2 %. */
const HOLD_PER_COST = 50;
/** A timer that comes late by up to this much is made up for. */
const LATE_MS = 50;

/** When a limit may grow by one: in steps of one, two, four up to doubling it, and not for a while after a cut. */
export class LimitGrowth {
  /** How much is added in one doubling time. */
  #step: number;
  #addedOfStep = 0;
  #addedSinceCut = 0;
  #grewMs = -Infinity;
  /** When one more may be added; nothing until the clock is known. */
  #nextMs: number | undefined;
  #doublingMs = DOUBLING_MS;
  #patience = 1;
  #credit = MAX_CREDIT;
  #hasAnswer = false;
  /** What was reached before; up to there growth is quick. */
  #known = 0;
  /** The most that is added in one doubling time, since more was refused: a service may limit the rate instead. */
  #maxStep = Infinity;
  #cleanSteps = 0;

  /** @param step How much may be added in the first doubling time. */
  constructor(step: number) {
    this.#step = step;
  }

  /** The limit to go on with when all that stops it is a pause. */
  get known(): number {
    return this.#known;
  }

  /** Milliseconds until one more; Infinity when it takes an answer first. */
  waitMs(nowMs: number, limit: number): number {
    this.#nextMs ??= nowMs + this.#doublingMs / this.#step;
    if (limit < this.#known) return Math.max(0, this.#grewMs + this.#gapMs(limit) - nowMs);
    if (this.#credit < 1 || (!this.#hasAnswer && limit >= MAX_UNANSWERED)) return Infinity;
    return Math.max(0, this.#nextMs - nowMs);
  }

  /** The limit is not used up: time in which nobody needed more is no reason for more. */
  unused(nowMs: number): void {
    if (this.#nextMs !== undefined) this.#nextMs = Math.max(this.#nextMs, nowMs - LATE_MS);
  }

  grew(nowMs: number, limit: number): void {
    const from = this.#grewMs;
    this.#grewMs = nowMs;
    if (limit <= this.#known) {
      this.#grewMs = Math.max(nowMs - LATE_MS, Math.min(nowMs, from + this.#gapMs(limit - 1)));
      return;
    }
    this.#addedSinceCut++;
    if (++this.#addedOfStep >= this.#step) this.#nextStep(limit);
    this.#nextMs = (this.#nextMs ?? nowMs) + this.#doublingMs / this.#step;
  }

  #gapMs(limit: number): number {
    return this.#doublingMs / Math.min(limit, this.#maxStep);
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

  /** A request was refused: the limit is now so many, for a while. */
  hold(nowMs: number, limit: number): void {
    this.#hasAnswer = true;
    this.#credit = Math.max(MIN_CREDIT, this.#credit - 1);
    this.#known = limit;
    this.#step = 1;
    this.#addedOfStep = 0;
    this.#nextMs = nowMs + HOLD_MS * this.#patience;
  }

  /** A burst of refusals began; the first took so long to come. */
  cut(nowMs: number, { limit, delayMs }: { limit: number; delayMs: number }): void {
    if (this.#addedSinceCut > 0) {
      const isFresh = nowMs - this.#grewMs <= PROBE_DOUBLINGS * this.#doublingMs;
      const isSmall = this.#addedSinceCut <= Math.max(2, PROBE_SHARE * limit);
      this.#patience = isFresh && isSmall ? Math.min(MAX_PATIENCE, 2 * this.#patience) : 1;
    }
    const isRefill = limit < this.#known;
    if (isRefill || this.#addedSinceCut > PROBE_SHARE * limit) {
      this.#maxStep = Math.max(1, Math.floor((isRefill ? Math.min(limit, this.#maxStep) : this.#step) / 2));
    }
    this.#cleanSteps = 0;
    this.#addedSinceCut = 0;
    this.#doublingMs = Math.min(MAX_DOUBLING_MS, Math.max(DOUBLING_MS, REFUSAL_DELAYS * delayMs));
  }

  /** Nothing that was sent was accepted: the cap is unknown, growth begins again soon. */
  release(nowMs: number, limit: number): void {
    this.hold(nowMs, limit);
    this.#patience = 1;
    this.#nextMs = nowMs + this.#doublingMs;
  }

  /**
   * All paused after a cut, which cost so much of what could have been done.
   * @returns The limit to go on with: what a pause emptied is not filled again in one burst.
   */
  paused(nowMs: number, { costMs, inFlight }: { costMs: number; inFlight: number }): number {
    if (this.#patience > 1) this.#nextMs = Math.max(this.#nextMs ?? 0, nowMs + HOLD_PER_COST * costMs);
    this.#grewMs = nowMs;
    return inFlight + Math.min(Math.max(inFlight, MIN_RESTART), this.#maxStep);
  }
}
const CLEAN_STEPS = 8;
const MIN_RESTART = 8;
