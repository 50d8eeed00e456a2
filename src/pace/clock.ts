/** Time, handed in: code that waits or measures takes a clock, so tests need no sleep. */
export interface Clock {
  /** Milliseconds since an arbitrary start; never goes back, unlike the wall clock. */
  monotonicMs(): number;
  /** The wall clock, for what people read. */
  now(): Date;
  /**
   * Calls back once after a delay.
   * @param delayMs 0 or more milliseconds.
   * @returns A function that cancels; calling it late or twice does nothing.
   */
  schedule(delayMs: number, callback: () => void): () => void;
}
