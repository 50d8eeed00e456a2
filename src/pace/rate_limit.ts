/** A maximum number of starts in any period of this length. */
export interface RateWindow {
  /** Maximum number of starts, a whole number from 1. */
  readonly count: number;
  /** Length of the period in milliseconds, more than 0. */
  readonly perMs: number;
  /** Whether the starts are spread over the period; if not, they are only counted. Default: they are. */
  readonly isSpread?: boolean | undefined;
}

/** The time by both clocks: the monotonic clock measures, the wall clock survives a restart. */
export interface Moment {
  readonly nowMs: number;
  readonly wallMs: number;
}

/** Starts that still count, oldest first: wall-clock milliseconds and number of starts. */
export interface RateState {
  readonly starts: readonly (readonly [wallMs: number, count: number])[];
}

/**
 * Requests arrive less evenly than they start. Without a margin, a request that is a few milliseconds late falls into
 * the next request's window at the service: at 10 a second that is 10% too many. So a window is treated as 1% longer,
 * at most by a quarter of a second.
 */
const MARGIN_SHARE = 0.01;
const MAX_MARGIN_MS = 250;
/** Closer starts compensate for a late one: at most one second's worth of them. */
const BURST_MS = 1_000;
/** At most a tenth of a window, so that 10 a second do not start at once; at least two, to compensate at all. */
const BURST_SHARE = 0.1;
const MIN_BURST = 2;
/** Shorter waits are rounding errors; no timer can measure them. */
const ROUNDING_MS = 1e-3;

/**
 * Decides when the next start may happen, by several windows at once. A log of starts enforces the count in any
 * sliding window; the generic cell rate algorithm (ITU-T I.371, annex A) spreads the starts within it.
 */
export class RateLimit {
  readonly #windows: readonly Window[];

  /**
   * @param windows Windows that all apply; an empty list is no limit.
   * @param restored The saved state and the current time. A wall clock that was set back cannot cause a wait
   * longer than a window.
   * @throws {RangeError} when a count is not a whole number from 1, or a length is not above 0.
   */
  constructor(windows: readonly RateWindow[], restored?: { readonly state: RateState; readonly now: Moment }) {
    this.#windows = windows.map((window) => new Window(window));
    for (const [startedMs, count] of restored?.state.starts ?? []) {
      const { nowMs, wallMs } = restored?.now ?? { nowMs: 0, wallMs: 0 };
      const agoMs = Math.max(0, wallMs - startedMs);
      if (!Number.isFinite(agoMs) || !(count > 0)) continue;
      for (const window of this.#windows) window.add(nowMs - agoMs, count);
    }
  }

  /**
   * How long the next start must wait. Does not count a start.
   * @param nowMs Monotonic milliseconds.
   * @returns Milliseconds, 0 for now.
   */
  waitMs(nowMs: number): number {
    const waitMs = Math.max(0, ...this.#windows.map((window) => window.waitMs(nowMs)));
    return waitMs < ROUNDING_MS ? 0 : waitMs;
  }

  /** Counts a start, even one that did not wait long enough. */
  take(nowMs: number): void {
    for (const window of this.#windows) window.add(nowMs, 1);
  }

  /** State as JSON, so that a restart does not reset the windows: about 300 pairs at most. */
  save({ nowMs, wallMs }: Moment): RateState {
    // The log of the longest window contains those of the others.
    const [longest] = this.#windows.toSorted((a, b) => b.perMs - a.perMs);
    const starts = longest?.groups(nowMs) ?? [];
    return { starts: starts.map(({ atMs, count }) => [Math.round(wallMs - (nowMs - atMs)), count]) };
  }
}

class Window {
  readonly perMs: number;
  readonly #log: StartLog;
  readonly #gapMs: number;
  readonly #slackMs: number;
  /** When the next start would happen if all were evenly spaced: the "theoretical arrival time". */
  #evenMs = -Infinity;

  constructor({ count, perMs, isSpread = true }: RateWindow) {
    if (!Number.isInteger(count) || count < 1 || !(perMs > 0) || perMs === Infinity) {
      throw new RangeError(`Cannot limit to ${count} starts in ${perMs} ms: use a whole number and a time above 0`);
    }
    this.perMs = perMs + Math.min(MARGIN_SHARE * perMs, MAX_MARGIN_MS);
    this.#log = new StartLog(count, this.perMs);
    this.#gapMs = this.perMs / count;
    const burst = Math.max(MIN_BURST, Math.min(BURST_SHARE * count, BURST_MS / this.#gapMs));
    this.#slackMs = isSpread ? (burst - 1) * this.#gapMs : Infinity;
  }

  waitMs(nowMs: number): number {
    return Math.max(this.#evenMs - this.#slackMs - nowMs, this.#log.waitMs(nowMs));
  }

  add(atMs: number, count: number): void {
    const nextMs = Math.max(this.#evenMs, atMs) + count * this.#gapMs;
    this.#evenMs = Math.min(nextMs, atMs + this.perMs); // a later time comes from the log of another window
    this.#log.add(atMs, count);
  }

  groups(nowMs: number): readonly StartGroup[] {
    return this.#log.groups(nowMs);
  }
}

/** Maximum groups of starts in a log; a window of more starts is exact to 1/256, on the safe side. */
const MAX_GROUPS = 256;

/** Starts that were close together, counted at the time of the last. */
interface StartGroup {
  readonly atMs: number;
  readonly count: number;
}

/** Log of the starts in one sliding window, in constant memory. */
class StartLog {
  readonly #count: number;
  readonly #perMs: number;
  readonly #groupSize: number;
  readonly #groups: StartGroup[] = [];
  #total = 0;

  constructor(count: number, perMs: number) {
    this.#count = count;
    this.#perMs = perMs;
    this.#groupSize = Math.ceil(count / MAX_GROUPS);
  }

  /** Milliseconds until the window has room for a start; 0 or less when it has. */
  waitMs(nowMs: number): number {
    this.#forget(nowMs);
    let excess = this.#total - this.#count + 1;
    for (const { atMs, count } of this.#groups) {
      if (excess <= 0) break;
      excess -= count;
      if (excess <= 0) return atMs + this.#perMs - nowMs;
    }
    return 0;
  }

  add(atMs: number, count: number): void {
    const last = this.#groups.at(-1);
    this.#total += count;
    if (last === undefined || last.count + count > this.#groupSize) this.#groups.push({ atMs, count });
    else this.#groups[this.#groups.length - 1] = { atMs, count: last.count + count };
  }

  /** The starts in the window, oldest first. */
  groups(nowMs: number): readonly StartGroup[] {
    this.#forget(nowMs);
    return this.#groups;
  }

  #forget(nowMs: number): void {
    const kept = this.#groups.findIndex(({ atMs }) => atMs + this.#perMs > nowMs);
    const gone = this.#groups.splice(0, kept === -1 ? this.#groups.length : kept);
    for (const { count } of gone) this.#total -= count;
  }
}
