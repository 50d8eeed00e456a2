const FULL = 100;
const RETRY_COST = 5;
const SUCCESS_GAIN = 1;

/**
 * How much a client may still retry, over all its calls: where most calls fail, retries would only add to the load.
 * Twenty in a row empty it; a service that answers fills it again.
 */
export class RetryBudget {
  #tokens = FULL;

  /** Pays for one retry; false when it cannot. */
  take(): boolean {
    if (this.#tokens < RETRY_COST) return false;
    this.#tokens -= RETRY_COST;
    return true;
  }

  /** A call succeeded. */
  refill(): void {
    this.#tokens = Math.min(FULL, this.#tokens + SUCCESS_GAIN);
  }
}
