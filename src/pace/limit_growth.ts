/** Shortest time in which a limit doubles; where a service refuses slowly, four times its delay. */
const DOUBLING_MS = 500;
const MAX_DOUBLING_MS = 5_000;
const REFUSAL_DELAYS = 4;
/** Growth waits at this limit for the first reply, because until then the delay of refusals is unknown. */
const MAX_UNANSWERED = 128;
/** A cap is probed after this time, and after up to 16 times that while probes fail. */
const HOLD_MS = 1_000;
const MAX_PATIENCE = 16;
/** A refusal within this many doubling times of growth is its result; growth below this share counts as a probe. */
const PROBE_DOUBLINGS = 2;
const PROBE_SHARE = 0.1;
/** First maximum growth per doubling time; halved when that is too fast, doubled after 8 clean steps. */
const MAX_FIRST_STEP = 192;
const CLEAN_STEPS = 8;
/** Requests that may start at once after a pause that emptied all slots. */
const MIN_RESTART = 8;
/** Probes may cost one refusal in this many answers, with this much credit in advance and this much debt. */
const ANSWERS_PER_REFUSAL = 30;
const MAX_CREDIT = 10;
const MIN_CREDIT = -1;
const RELEASE_CREDIT = 2;
/** A failed probe empties slots during the pause. Waiting fifty times that cost keeps it to about 2%. */
const HOLD_PER_COST = 50;
const MAX_COST_HOLD_MS = 60_000;
/** A timer that is late by up to this much is compensated. */
const LATE_MS = 50;

/** What a burst of refusals showed. */
export interface Cut {
  /** The limit that was too high, and how many requests the service had accepted. */
  readonly limit: number;
  readonly accepted: number;
  /** Delay of the first refusal. */
  readonly delayMs: number;
}

/**
 * When a limit may grow by one: at once up to what the service is known to accept; beyond that in steps of one, two,
 * four up to doubling it, and after a cut only after a hold.
 */
export class LimitGrowth {
  #known: number;
  /** Growth per doubling time, and its maximum: a service may limit the rate instead of the number. */
  #step: number;
  #maxStep = MAX_FIRST_STEP;
  #maxStepIfBurst = MAX_FIRST_STEP;
  #cleanSteps = 0;
  #addedOfStep = 0;
  #addedSinceCut = 0;
  #refusalsSinceCut = 0;
  /** When the limit may grow next, up to the known limit and beyond it; undefined before the first start. */
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
   * @param step Growth in the first doubling time.
   * @param known How many requests the service accepted in an earlier run.
   */
  constructor(step: number, known: number) {
    this.#step = step;
    this.#known = known;
  }

  /** How many requests the service is known to accept. */
  get known(): number {
    return this.#known;
  }

  /** How long the limit has been unchanged. */
  stoodMs(nowMs: number): number {
    return nowMs - Math.max(this.#grewMs, this.#cutMs);
  }

  /** Records that a request starts; the first one starts the clock. */
  started(nowMs: number): void {
    if (this.#growAtMs !== undefined) return;
    this.#growAtMs = nowMs + this.#doublingMs / this.#step;
    this.#grewMs = nowMs;
  }

  /** Milliseconds until the limit may grow by one; Infinity when an answer must arrive first. */
  waitMs(nowMs: number, limit: number): number {
    if (limit < this.#known) return Math.max(0, this.#refillAtMs - nowMs);
    if (this.#credit < 1 || (!this.#hasAnswer && limit >= MAX_UNANSWERED)) return Infinity;
    return Math.max(0, (this.#growAtMs ?? nowMs) - nowMs);
  }

  /** Records that the limit is not used up: idle time does not raise the limit. */
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

  /** Begins a burst of refusals; each of them, the first included, is followed by `hold` or `release`. */
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

  /** Records a refusal: `known` requests are accepted, and the limit is held for a while. */
  hold(nowMs: number, known: number): void {
    this.#hasAnswer = true;
    this.#credit = Math.max(MIN_CREDIT, this.#credit - 1);
    // One refusal may be chance; two in a burst mean that growth was too fast.
    if (++this.#refusalsSinceCut === 2) this.#maxStep = this.#maxStepIfBurst;
    this.#known = known;
    this.#growAtMs = nowMs + HOLD_MS * this.#patience;
  }

  /** Grows again from a limit that was found in another way. */
  resume(nowMs: number, known: number): void {
    this.#known = known;
    this.#growAtMs = nowMs + HOLD_MS;
  }

  /** Records a refusal when nothing was accepted: what the service accepts is unknown, so growth resumes soon. */
  release(nowMs: number, limit: number): void {
    this.#patience = 1;
    this.#maxStepIfBurst = this.#maxStep;
    this.hold(nowMs, limit);
    this.#credit = Math.max(this.#credit, RELEASE_CREDIT);
    this.#isReleased = true;
    this.#growAtMs = nowMs + this.#doublingMs;
  }

  /**
   * Records the pause after a cut and what it cost.
   * @returns How many requests may be in flight: slots that the pause emptied are not refilled in one burst.
   */
  paused(nowMs: number, { costMs, inFlight }: { costMs: number; inFlight: number }): number {
    const holdMs = this.#isReleased ? 0 : Math.min(MAX_COST_HOLD_MS, HOLD_PER_COST * costMs);
    this.#growAtMs = Math.max(this.#growAtMs ?? 0, nowMs + holdMs);
    this.#refillAtMs = nowMs;
    this.#grewMs = nowMs;
    return inFlight + Math.min(Math.max(inFlight, MIN_RESTART), this.#maxStep);
  }
}
