/**
 * Tells bursts of refusals apart. Requests that left before a cut were sent under the old limit: their refusals
 * belong to that cut and correct what it assumed.
 */
export class RefusalEpisode {
  #cutMs = -Infinity;
  #previousCutMs = -Infinity;
  #accepted = Infinity;
  #isPaused = false;
  /** Starts since the last cut; and of those before it, since the one before that. */
  #since = 0;
  #burst = 0;
  #burstRefused = 0;

  /** How many the service had accepted when it began to refuse: those in flight, less the ones refused since. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Whether nothing that left between the last two cuts was accepted. */
  get isAllRefused(): boolean {
    return this.#burst > 0 && this.#burstRefused === this.#burst;
  }

  /** @returns How long all had paused, for the first start after a cut. */
  started(nowMs: number): number | undefined {
    this.#since++;
    if (!this.#isPaused) return undefined;
    this.#isPaused = false;
    return nowMs - this.#cutMs;
  }

  /**
   * @param inFlight How many are in flight without this one.
   * @returns Whether this refusal is the first of a burst.
   */
  refused(nowMs: number, { startedMs, inFlight }: { startedMs: number; inFlight: number }): boolean {
    if (startedMs <= this.#cutMs) {
      this.#accepted--;
      if (startedMs > this.#previousCutMs) this.#burstRefused++;
      return false;
    }
    this.#previousCutMs = this.#cutMs;
    this.#cutMs = nowMs;
    this.#accepted = inFlight;
    this.#isPaused = true;
    this.#burst = this.#since;
    this.#burstRefused = 1;
    this.#since = 0;
    return true;
  }
}
