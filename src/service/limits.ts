/** How much one service takes on; each has a default in {@linkcode DEFAULT_LIMITS}. */
export interface ServiceLimits {
  /** Longest request body in bytes. */
  readonly maxBodyBytes: number;
  /** Requests worked on at once; one more is refused with 429. */
  readonly maxConcurrent: number;
  /** What is kept of replies for repeated `Idempotency-Key`s, in bytes; the oldest go first. */
  readonly maxKeptBytes: number;
}

/** The limits of a service that is told none. */
export const DEFAULT_LIMITS: ServiceLimits = {
  maxBodyBytes: 1024 * 1024,
  maxConcurrent: 256,
  maxKeptBytes: 16 * 1024 * 1024,
};
