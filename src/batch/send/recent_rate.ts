const SECOND_MS = 1000;
/** What happened longer ago says little about what comes; but fewer times than this say little too. */
const WINDOW_MS = 60_000;
const LEAST = 20;

/** How often something happened in the last minute, or the last 20 times if that is longer. */
export class RecentRate {
  /** One for each second in which it happened. */
  readonly #counts: { readonly second: number; count: number }[] = [];
  #sum = 0;
  #sinceMs: number | undefined;

  /** The work begins: before it nothing could happen. Only the first call counts. */
  begin(nowMs: number): void {
    this.#sinceMs ??= nowMs;
  }

  /** It happened once. */
  add(nowMs: number): void {
    const second = Math.floor(nowMs / SECOND_MS);
    const last = this.#counts.at(-1);
    if (last?.second === second) last.count++;
    else this.#counts.push({ second, count: 1 });
    this.#sum++;
    this.#forget(nowMs);
  }

  /** Times per second; 0 before the first. */
  perSecond(nowMs: number): number {
    this.#forget(nowMs);
    const seconds = (nowMs - (this.#sinceMs ?? nowMs)) / SECOND_MS;
    return seconds > 0 ? this.#sum / seconds : 0;
  }

  #forget(nowMs: number): void {
    for (let [oldest] = this.#counts; oldest !== undefined; [oldest] = this.#counts) {
      const endMs = (oldest.second + 1) * SECOND_MS;
      if (endMs > nowMs - WINDOW_MS || this.#sum - oldest.count < LEAST) return;
      this.#counts.shift();
      this.#sum -= oldest.count;
      this.#sinceMs = endMs;
    }
  }
}
