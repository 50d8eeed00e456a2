import { dayText } from "./day.ts";

/** A time as clocks show it. */
export interface WallTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Milliseconds from midnight, with fractions. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Zone {
  readonly clock: Intl.DateTimeFormat;
  /** What its clocks are ahead of UTC, by the hour since 1970: they change on the hour, and asking is slow. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

/**
 * What clocks in a zone show at a time, summer time included.
 * @param time Milliseconds since 1970 in UTC, with fractions.
 * @param zone As IANA names it; one whose clocks differ from UTC by whole hours.
 */
export function zoneTime(time: number, zone: string): WallTime {
  const { clock, offsets } = zoneOf(zone);
  const hour = Math.floor(time / HOUR_MS);
  const offset = offsets.get(hour) ?? offsetOf(hour, clock);
  offsets.set(hour, offset);
  return wallTimeOf(time + offset);
}

/** The day and the time of day of milliseconds since 1970 on one and the same clock. */
export function wallTimeOf(time: number): WallTime {
  const number = Math.floor(time / DAY_MS);
  return { day: dayText(number), at: time - number * DAY_MS };
}

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const;
  const zone = {
    clock: new Intl.DateTimeFormat("en-US", { timeZone: name, hourCycle: "h23", ...parts }),
    offsets: new Map<number, number>(),
  };
  zones.set(name, zone);
  return zone;
}

function offsetOf(hour: number, clock: Intl.DateTimeFormat): number {
  const parts = new Map(clock.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour")) - hour * HOUR_MS;
}
