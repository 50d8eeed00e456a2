/** So many groups of starts a log keeps at most; a window of more starts is held to within 1/256, on the safe side. */
const MAX_GROUPS = 256;

/** Starts that happened close together, remembered as if all were at the last of them. */
export interface StartGroup {
  readonly atMs: number;
  readonly count: number;
}

/** Remembers the starts of one sliding window, in memory that does not grow with its count. */
export class StartLog {
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
