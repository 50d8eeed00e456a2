/**
 * Refusals count as chance when more of the last starts than this were accepted right after one that needs another
 * reason. Of the first starts fewer are enough: a short list would end before the limit has grown.
 */
const WINDOW = 48;
const LEAST_TURNS = 3;
const FIRST_LEAST_TURNS = 1;
/** After so many starts without a refusal, none is refused by chance any more. */
const CLEAN_STARTS = 128;
/** A start is accepted when it has not been refused within two delays of the last refusal. */
const DELAYS = 2;
const LEAST_DELAY_MS = 50;
/** A limit is judged by few accepted starts where nearly as large a share was accepted as usual, else by more. */
const FEW_ACCEPTED = 8;
const NEARLY = 0.8;
const MANY_ACCEPTED = 24;
/** Where our load is the cause, twice the limit has half as large a share accepted; by chance it has the same. */
const LEAST_KEPT = 0.6;
/** Each judgement moves the usual share by so much, down and up. */
const SMOOTHING = { down: 0.1, up: 0.5 };
/** The first limit that is tried, how fast it grows, and how fast after one that was too high. */
const FIRST_LIMIT = 8;
const STEP = 2;
const CAREFUL_STEP = 1.25;
/** After a limit that was too high the last good one is kept for so many judgements at most. */
const MAX_PATIENCE = 16;
/** So improbable must refusals in a row be, given the share before them, to mean that every request is refused. */
const IMPROBABLE = 1e-6;
const SHARE_SMOOTHING = 1 / 64;

/** A start whose fate is not known. */
interface Trial {
  readonly startedMs: number;
  /** The limit that it says something of. */
  readonly period: number;
  /** Whether the number in flight explains a refusal: it is more than the service accepted last. */
  isExplained: boolean;
  isRefused: boolean;
}

/**
 * Tells refusals by chance, of a service that is busy with others, from those that our load causes. By chance is what
 * is refused within the number that was accepted a moment ago, in turns with what is accepted; fewer requests at once
 * would not lower that share. So while there are such refusals, they do not cut the limit: it grows as long as as large
 * a share is accepted as at lower limits, and returns where it is not.
 */
export class ChanceRefusals {
  /** In the order of their starts. */
  readonly #trials: Trial[] = [];
  /** The last fates, the oldest first. */
  readonly #fates: ("accepted" | "explained" | "chance")[] = [];
  #delayMs = LEAST_DELAY_MS;
  #isOn = false;
  /** Share of the last starts that were refused, and the same before the refusals in a row. */
  #share = 0;
  #shareBefore = 0;
  #refusedInARow = 0;
  #acceptedInARow = 0;
  /** Of the limit that is judged now; `#period` counts the limits. */
  #period = 0;
  #accepted = 0;
  #tried = 0;
  /** The share accepted at limits up to the highest good one. */
  #usual = 1;
  #good = 1;
  #step = STEP;
  #rest = 0;
  #patience = 1;

  /** Whether requests are refused by chance. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Starts in a row that were refused. */
  get refusedInARow(): number {
    return this.#refusedInARow;
  }

  /** Whether the refusals in a row are too many for chance. */
  get areAll(): boolean {
    return Math.min(0.9, Math.max(0.01, this.#shareBefore)) ** this.#refusedInARow <= IMPROBABLE;
  }

  /** @param at How many are in flight, and how many the service accepted when it last refused one; 0 for unknown. */
  started(startedMs: number, { inFlight, accepted }: { readonly inFlight: number; readonly accepted: number }): void {
    const isExplained = inFlight > Math.max(1, accepted); // one alone is no load
    this.#trials.push({ startedMs, period: this.#period, isExplained, isRefused: false });
  }

  /** @param isExplained Whether the service says when to come again: then our load is the cause. */
  refused(
    nowMs: number,
    { startedMs, isExplained }: { readonly startedMs: number; readonly isExplained: boolean },
  ): void {
    this.#delayMs = Math.max(LEAST_DELAY_MS, nowMs - startedMs);
    // Of several that started in one moment the last, which the number in flight explains rather than the first.
    const trial = this.#trials.findLast((one) => one.startedMs === startedMs && !one.isRefused);
    if (trial === undefined) return;
    trial.isRefused = true;
    trial.isExplained ||= isExplained;
  }

  /**
   * Takes in the fates that are known by now.
   * @returns The limit from now on.
   */
  judge(nowMs: number, limit: number): number {
    for (let [first] = this.#trials; first !== undefined; [first] = this.#trials) {
      if (!first.isRefused && nowMs - first.startedMs <= DELAYS * this.#delayMs) break;
      this.#trials.shift();
      this.#settle(first);
      if (!this.#isOn && first.isRefused && !first.isExplained && this.#isByChance()) return this.#begin(limit);
    }
    if (this.#acceptedInARow >= CLEAN_STARTS) this.#isOn = false;
    return this.#isOn && this.#isDecided ? this.#next(limit) : limit;
  }

  #settle({ isRefused, isExplained, period }: Trial): void {
    this.#share += SHARE_SMOOTHING * (Number(isRefused) - this.#share);
    if (!isRefused) this.#shareBefore = this.#share;
    this.#refusedInARow = isRefused ? this.#refusedInARow + 1 : 0;
    this.#acceptedInARow = isRefused ? 0 : this.#acceptedInARow + 1;
    this.#fates.push(!isRefused ? "accepted" : isExplained ? "explained" : "chance");
    if (this.#fates.length > WINDOW) this.#fates.shift();
    if (period !== this.#period) return;
    this.#tried++;
    if (!isRefused) this.#accepted++;
  }

  #isByChance(): boolean {
    let turns = 0;
    let isChance = false;
    for (const fate of this.#fates) {
      if (fate === "chance" && !isChance) turns++;
      if (fate !== "explained") isChance = fate === "chance";
    }
    return turns > (this.#fates.length < WINDOW ? FIRST_LEAST_TURNS : LEAST_TURNS);
  }

  get #isDecided(): boolean {
    const expected = this.#tried * this.#usual;
    return this.#accepted >= MANY_ACCEPTED || expected >= MANY_ACCEPTED / LEAST_KEPT ||
      (this.#accepted >= FEW_ACCEPTED && this.#accepted >= NEARLY * expected);
  }

  #begin(limit: number): number {
    this.#isOn = true;
    this.#usual = this.#fates.filter((fate) => fate === "accepted").length / this.#fates.length;
    this.#good = limit;
    this.#step = STEP;
    this.#patience = 1;
    this.#rest = 0;
    return this.#try(Math.max(FIRST_LIMIT, STEP * limit));
  }

  #try(limit: number): number {
    this.#period++;
    this.#tried = 0;
    this.#accepted = 0;
    return limit;
  }

  /** The limit after one that is decided. */
  #next(limit: number): number {
    const share = this.#accepted / this.#tried;
    if (share < LEAST_KEPT * this.#usual) return this.#tooHigh(limit, share);
    this.#usual += (share > this.#usual ? SMOOTHING.up : SMOOTHING.down) * (share - this.#usual);
    this.#good = limit;
    if (this.#rest-- <= 0) return this.#try(Math.ceil(limit * this.#step));
    return this.#try(limit);
  }

  /** The share at the last good limit is the usual one; where that is worse than it was, half of it is tried. */
  #tooHigh(limit: number, share: number): number {
    this.#step = CAREFUL_STEP;
    this.#rest = this.#patience;
    this.#patience = Math.min(MAX_PATIENCE, 2 * this.#patience);
    if (limit > this.#good) return this.#try(this.#good);
    this.#usual = share;
    this.#good = Math.ceil(limit / 2);
    return this.#try(this.#good);
  }
}
