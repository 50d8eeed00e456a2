/** How long the delays before retries are. */
export interface RetryDelayOptions {
  /** Spreads delays, so that clients that failed together do not come back together: 0 up to 1. */
  random(): number;
  /** Wait the service asked for, in milliseconds; it is never undercut. */
  readonly askedMs?: number | undefined;
}

const BASE_MS = 500;
const MAX_MS = 8_000;

/**
 * The delay before a retry: full jitter, drawn between 0 and 0.5 s, 1 s, 2 s and so on up to 8 s
 * (Brooker, "Exponential Backoff and Jitter", 2015). Where the service asked for a wait, it is that wait
 * and up to half a second more.
 *
 * @param failures How often it has failed, 1 or more.
 * @returns Milliseconds, 0 or more.
 *
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert";
 *
 * const longest = [1, 2, 3, 4, 5, 6].map((failures) => retryDelayMs(failures, { random: () => 1 }));
 * deepStrictEqual(longest, [500, 1000, 2000, 4000, 8000, 8000]);
 * ```
 */
export function retryDelayMs(failures: number, { random, askedMs }: RetryDelayOptions): number {
  if (askedMs !== undefined) return askedMs + random() * BASE_MS;
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** (failures - 1));
}

/**
 * The wait a reply asks for: `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3).
 *
 * @param now The time by which a date is read when the reply does not tell its own.
 * @returns Milliseconds, 0 or more; nothing when the reply asks for none that can be read.
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
  // By the clock of the one who says it, where it tells its time: this machine's may be days off.
  const theirsMs = Date.parse(headers.get("date") ?? "");
  return Math.max(0, atMs - (Number.isNaN(theirsMs) ? now.getTime() : theirsMs));
}

function readDecimal(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^ *\d+(?:\.\d+)? *$/.test(text) ? Number(text) : undefined;
}
