import { dayText } from "../../calendar/day.ts";

/** A time as clocks show it. */
export interface WallTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Milliseconds from midnight, with fractions. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CLOCK = new Intl.DateTimeFormat("en-US", {
  ...{ timeZone: "America/New_York", hourCycle: "h23" },
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" },
});

/** What clocks in New York are ahead of UTC, by the hour since 1970: they change on the hour, and asking is slow. */
const offsets = new Map<number, number>();

/**
 * What clocks in New York show at a time, summer time included.
 * @param time Milliseconds since 1970 in UTC, with fractions.
 */
export function newYorkTime(time: number): WallTime {
  const hour = Math.floor(time / HOUR_MS);
  const offset = offsets.get(hour) ?? offsetOf(hour);
  offsets.set(hour, offset);
  return wallTimeOf(time + offset);
}

/** The day and the time of day of milliseconds since 1970 on one and the same clock. */
export function wallTimeOf(time: number): WallTime {
  const number = Math.floor(time / DAY_MS);
  return { day: dayText(number), at: time - number * DAY_MS };
}

function offsetOf(hour: number): number {
  const parts = new Map(CLOCK.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour")) - hour * HOUR_MS;
}
