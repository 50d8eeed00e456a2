/** Time as a parameter: code that waits or measures takes a clock, so that tests need no sleep. */
export interface Clock {
  /** Milliseconds since an arbitrary start; never decreases, unlike the wall clock. */
  monotonicMs(): number;
  /** The wall clock, for timestamps. */
  now(): Date;
  /**
   * Calls back once after a delay.
   * @param delayMs 0 or more milliseconds.
   * @returns A function that cancels the call; calling it late or twice does nothing.
   */
  schedule(delayMs: number, callback: () => void): () => void;
}
