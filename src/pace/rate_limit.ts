/** At most so many starts in any stretch of time of this length. */
export interface RateWindow {
  /** Starts, a whole number from 1. */
  readonly count: number;
  /** Milliseconds, more than 0. */
  readonly perMs: number;
}

/** One moment by both clocks: the monotonic one measures, the wall clock outlives a restart. */
export interface Moment {
  readonly nowMs: number;
  readonly wallMs: number;
}

/** Starts that still count, oldest first: wall-clock milliseconds and how many. */
export interface RateState {
  readonly starts: readonly (readonly [wallMs: number, count: number])[];
}

/**
 * Requests do not arrive as evenly as they leave. Without a margin, one that is a few milliseconds late and one
 * that is not stand in one window of the service: at 10 a second that is 10 % too many. So a window is held as if
 * it were 1 % longer, at most a quarter of a second.
 */
const MARGIN_SHARE = 0.01;
const MAX_MARGIN_MS = 250;
/** A start that comes late is made up for by starts that come closer: at most one second's worth of them. */
const BURST_MS = 1_000;
/** And at most a tenth of a window, so that 10 a second do not leave as ten at once; two, so that lateness is made up. */
const BURST_SHARE = 0.1;
const MIN_BURST = 2;
/** Waits shorter than this are rounding; a timer cannot hold them. */
const ROUNDING_MS = 1e-3;

/**
 * Says when the next start may happen, by several windows at once. A log of starts holds the count in any
 * sliding window; the generic cell rate algorithm (ITU-T I.371, annex A) spreads them within it.
 */
export class RateLimit {
  readonly #windows: readonly Window[];

  /**
   * @param windows What holds, all of it at once; none is no limit.
   * @param restored What was saved and the time now. A wall clock that went back cannot make anyone wait
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
   * How long the next start has to wait; asking takes nothing.
   * @param nowMs Monotonic milliseconds.
   * @returns Milliseconds, 0 when it may happen now.
   */
  waitMs(nowMs: number): number {
    const waitMs = Math.max(0, ...this.#windows.map((window) => window.waitMs(nowMs)));
    return waitMs < ROUNDING_MS ? 0 : waitMs;
  }

  /** Counts a start, whether it had to wait or not. */
  take(nowMs: number): void {
    for (const window of this.#windows) window.add(nowMs, 1);
  }

  /** What must outlive a restart, so that it refills nothing: JSON, at most some 300 pairs. */
  save({ nowMs, wallMs }: Moment): RateState {
    // The longest window remembers what any other one could need.
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
  /** When the next start would happen if all were evenly spread: the "theoretical arrival time". */
  #evenMs = -Infinity;

  constructor({ count, perMs }: RateWindow) {
    if (!Number.isInteger(count) || count < 1 || !(perMs > 0) || perMs === Infinity) {
      throw new RangeError(`Cannot limit to ${count} starts in ${perMs} ms: not a whole number from 1, a time above 0`);
    }
    this.perMs = perMs + Math.min(MARGIN_SHARE * perMs, MAX_MARGIN_MS);
    this.#log = new StartLog(count, this.perMs);
    this.#gapMs = this.perMs / count;
    const burst = Math.max(MIN_BURST, Math.min(BURST_SHARE * count, BURST_MS / this.#gapMs));
    this.#slackMs = (burst - 1) * this.#gapMs;
  }

  waitMs(nowMs: number): number {
    return Math.max(this.#evenMs - this.#slackMs - nowMs, this.#log.waitMs(nowMs));
  }

  add(atMs: number, count: number): void {
    const nextMs = Math.max(this.#evenMs, atMs) + count * this.#gapMs;
    this.#evenMs = Math.min(nextMs, atMs + this.perMs); // what is further off came from another window's log
    this.#log.add(atMs, count);
  }

  groups(nowMs: number): readonly StartGroup[] {
    return this.#log.groups(nowMs);
  }
}

/** So many groups of starts a log keeps at most; a window of more starts is held to within 1/256, on the safe side. */
const MAX_GROUPS = 256;

/** Starts that happened close together, remembered as if all were at the last of them. */
interface StartGroup {
  readonly atMs: number;
  readonly count: number;
}

/** Remembers the starts of one sliding window, in memory that does not grow with its count. */
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

  /** Milliseconds until the window holds fewer than its count; not above 0 when it does. */
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

  /** What the window holds, oldest first. */
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
