import type { SessionHours } from "./session_hours.ts";

/** When something was traded, and how much: shares, or 1 for a row without them. */
export interface Weight {
  /** Milliseconds from midnight by the unknown clock. */
  readonly at: number;
  readonly weight: number;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** From Honolulu to Auckland, as hours to add to a clock there to have New York's. */
const SHIFTS = Array.from({ length: 24 }, (_, at) => at - 18);
/** The bulk of a day. */
const MIN_SHARE = 0.5;
/** No hour of a session has less: one that reads an hour wrong loses at least this. */
const MIN_LEAD = 0.05;

/** What the rows of a day say of a clock that has no zone. */
export interface ClockReading {
  /** Share of what was traded that is in the session if the clock is New York's. */
  readonly share: number;
  /** Hours to add to the clock, where exactly one number of them puts the bulk into the session. */
  readonly shift: number | undefined;
}

/**
 * Reads which clock the times of a day are of: the one by which the bulk was traded in the session, if it leads every
 * other one clearly.
 * @param rows All rows of the day.
 */
export function readClock(rows: Iterable<Weight>, { open, close }: SessionHours): ClockReading {
  const byMinute = new Float64Array(DAY_MINUTES);
  for (const { at, weight } of rows) {
    const minute = Math.floor(at / MINUTE_MS);
    byMinute[minute] = (byMinute[minute] ?? 0) + weight;
  }
  const all = byMinute.reduce((sum, weight) => sum + weight, 0);
  const shares = SHIFTS.map((shift) => {
    let inside = 0;
    for (let time = open / MINUTE_MS; time <= close / MINUTE_MS; time++) { // the minute of the close is that of its auction
      inside += byMinute[(time - shift * HOUR_MINUTES + DAY_MINUTES) % DAY_MINUTES] ?? 0;
    }
    return { shift, share: all > 0 ? inside / all : 0 };
  });
  const [best, second] = shares.toSorted((one, other) => other.share - one.share);
  const isClear = best !== undefined && best.share >= MIN_SHARE && best.share - (second?.share ?? 0) >= MIN_LEAD;
  return { share: shares.find(({ shift }) => shift === 0)?.share ?? 0, shift: isClear ? best.shift : undefined };
}
