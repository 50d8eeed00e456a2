const MINUTE = 60_000;

/** Times and sizes of a fetch; all in milliseconds but the last two. */
export interface FetchLimits {
  /** Longest wait for the head of a reply. */
  readonly headersMs: number;
  /** Longest silence within a body. */
  readonly silenceMs: number;
  /** Longest whole reply: a body that trickles ends here. */
  readonly totalMs: number;
  /** Longest run of a program. */
  readonly programMs: number;
  /** First pause after 429 or 503 without `Retry-After`; each further one is twice as long. */
  readonly pauseMs: number;
  /** Pause after 403: EDGAR blocks an address for ten minutes. */
  readonly blockedMs: number;
  /** A longer pause ends the source, unless the fetch may wait. */
  readonly patienceMs: number;
  /** Attempts of a request. */
  readonly attempts: number;
  /** Requests in a row that a source may fail by its connection, its own fault or a page, before it is left. */
  readonly failuresInARow: number;
}

/** What a fetch does without other limits. */
export const FETCH_LIMITS: FetchLimits = {
  headersMs: MINUTE,
  silenceMs: MINUTE / 2,
  totalMs: 10 * MINUTE,
  programMs: 10 * MINUTE,
  pauseMs: 2_000,
  blockedMs: 10 * MINUTE,
  patienceMs: 2 * MINUTE,
  attempts: 5,
  failuresInARow: 5,
};
