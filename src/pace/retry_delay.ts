/** Options of a retry delay. */
export interface RetryDelayOptions {
  /** Spreads the delays, so that clients that failed together do not retry together: 0 up to 1. */
  random(): number;
  /** Wait that the service asked for, in milliseconds; the delay is never shorter. */
  readonly askedMs?: number | undefined;
}

const BASE_MS = 500;
const MAX_MS = 8_000;

/**
 * The delay before a retry: full jitter, drawn between 0 and 0.5 s, 1 s, 2 s and so on up to 8 s
 * (Brooker, "Exponential Backoff and Jitter", 2015). Where the service asked for a wait, the delay is
 * that wait plus up to half a second.
 * @param failures Number of failures so far, 1 or more.
 * @returns Milliseconds, 0 or more.
 */
export function retryDelayMs(failures: number, { random, askedMs }: RetryDelayOptions): number {
  if (askedMs !== undefined) return askedMs + random() * BASE_MS;
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** (failures - 1));
}

/**
 * The wait a reply asks for: `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3).
 * @param now The current time, for a date in a reply without a `Date` header.
 * @returns Milliseconds, 0 or more; undefined when the reply asks for none, or for an invalid one.
 */
export function readRetryAfter(headers: Pick<Headers, "get">, now: Date): number | undefined {
  const inMs = readDecimal(headers.get("retry-after-ms"));
  if (inMs !== undefined) return inMs;
  const text = headers.get("retry-after")?.trim();
  const seconds = readDecimal(text);
  if (seconds !== undefined) return seconds * 1000;
  // A date begins with its weekday; Date.parse() alone would read "-5" as a month.
  const atMs = text !== undefined && /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(atMs)) return undefined;
  // Relative to the service's own clock where it sends one: this machine's may be days off.
  const theirsMs = Date.parse(headers.get("date") ?? "");
  return Math.max(0, atMs - (Number.isNaN(theirsMs) ? now.getTime() : theirsMs));
}

function readDecimal(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^ *\d+(?:\.\d+)? *$/.test(text) ? Number(text) : undefined;
}
