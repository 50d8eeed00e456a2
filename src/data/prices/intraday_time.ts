import { dayText, longDay } from "../../calendar/day.ts";
import { NYSE } from "../../calendar/exchanges.ts";
import { type WallTime, wallTimeOf, zoneTime } from "../../calendar/zone_time.ts";
import { type DayOrder, DayReader, type NoDay } from "./day_form.ts";

/** When a row happened. */
export interface Moment extends WallTime {
  /** Whether no zone is known: the day and time are those of an unknown clock, not of New York. */
  readonly isLocal: boolean;
}

/** What a file says of its times as a whole. */
export interface MomentOptions {
  readonly order?: DayOrder | undefined;
  /** A row of a later day is skipped. */
  readonly latest?: string | undefined;
  /** The zone that its header names. */
  readonly zone?: "utc" | "new_york" | undefined;
}

/** Seconds since 1970, or milliseconds, microseconds and nanoseconds, from 2001 on. */
const EPOCH = /^(\d{10}(?:\d{3}){0,3})(\.\d+)?$/;
const SECOND_DIGITS = 10;
/** A day, then a time, then a zone: `2025-11-03T14:30:00.5Z`, `20251103  09:30:00 US/Eastern`, `11/03/2025 9:30 AM`. */
const SPLIT = /^(\d[^T ,;]*)(?:[T ,;]+(.*))?$/;
const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*([ap]m)?\s*(.*)$/i;
const JOINED_TIME = /^(\d\d)(\d\d)(\d\d)?(?:\.(\d{1,9}))?()()$/;
const OFFSET = /^(?:(?:utc|gmt)(?=$|[+-]))?(?:([+-])(\d\d):?(\d\d)?)?$/i;
const NEW_YORK = /^(?:us\/eastern|america\/new_york|e[sd]?t)$/i;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether a cell has a time beside its day, or is a time since 1970. */
export function hasTime(cell: string, time?: string): boolean {
  const text = cell.trim();
  if (EPOCH.test(text)) return true;
  const rest = SPLIT.exec(text)?.[2] ?? time ?? "";
  return timeOf(rest) !== undefined;
}

/** Reads the times of one column, or of a column of days and one of times. */
export class MomentReader {
  readonly #days: DayReader;
  readonly #options: MomentOptions;
  #isAhead = false;

  constructor(options: MomentOptions) {
    this.#days = new DayReader(options);
    this.#options = options;
  }

  /** Whether a day was read that is still to come. */
  get hasAhead(): boolean {
    return this.#isAhead || this.#days.hasAhead;
  }

  /** When it was, or why that cannot be read. */
  read(cell: string, time?: string): Moment | NoDay {
    const text = cell.trim();
    const epoch = EPOCH.exec(text);
    if (epoch?.[1] !== undefined) {
      return this.#inTime({ ...zoneTime(epochMs(epoch[1], epoch[2]), NYSE.zone), isLocal: false });
    }
    const [, date = text, rest = time ?? ""] = SPLIT.exec(text) ?? [];
    const number = this.#days.read(date);
    if (typeof number !== "number") return number;
    const found = timeOf(rest);
    if (found === undefined) return { message: `Cannot read ${quoted(cell, time)}: expected a time as 09:30:00` };
    const offset = this.#offsetOf(found.zone);
    if (typeof offset === "object") return offset;
    if (typeof offset === "string") return { day: dayText(number), at: found.at, isLocal: offset === "local" };
    return this.#inTime({ ...zoneTime(number * DAY_MS + found.at - offset, NYSE.zone), isLocal: false });
  }

  /** What the clock of a time is ahead of UTC, in milliseconds. */
  #offsetOf(zone: string): number | "local" | "new_york" | NoDay {
    if (zone === "") return this.#options.zone === "utc" ? 0 : this.#options.zone ?? "local";
    if (NEW_YORK.test(zone)) return "new_york";
    const [all, sign, hours = "0", minutes = "0"] = /^z$/i.test(zone) ? ["Z"] : OFFSET.exec(zone) ?? [];
    if (all !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    const message = `Cannot read the time zone ${JSON.stringify(zone.slice(0, 40))}: write times as ` +
      "2025-11-03T14:30:00Z or 2025-11-03T09:30:00-05:00";
    return { message, refusesFile: true };
  }

  #inTime(moment: Moment): Moment | NoDay {
    const { latest } = this.#options;
    if (latest === undefined || moment.day <= latest) return moment;
    this.#isAhead = true;
    return { message: `${longDay(moment.day)} is in the future: the row is skipped` };
  }
}

/** A day and a time by their digits, as a key for rows of one day; no zone is applied. */
export function rawDayOf(cell: string): string {
  const text = cell.trim();
  const epoch = EPOCH.exec(text);
  return epoch?.[1] === undefined ? SPLIT.exec(text)?.[1] ?? text : wallTimeOf(epochMs(epoch[1])).day;
}

function timeOf(text: string): { readonly at: number; readonly zone: string } | undefined {
  const [, hour, minute, second = "0", fraction = "", half = "", zone = ""] = TIME.exec(text.trim()) ??
    JOINED_TIME.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const hours = half === "" ? Number(hour) : Number(hour) % 12 + (half.toLowerCase() === "pm" ? 12 : 0);
  const seconds = Number(`${second}.${fraction}`);
  return { at: (hours * 60 + Number(minute)) * MINUTE_MS + seconds * 1000, zone };
}

/** The first ten digits are seconds; what follows is a fraction, which no number of nanoseconds would keep. */
function epochMs(digits: string, fraction = ""): number {
  const seconds = digits.slice(0, SECOND_DIGITS);
  const rest = digits.slice(SECOND_DIGITS);
  return Number(seconds) * 1000 + Number(`0.${rest}${fraction.slice(1)}`) * 1000;
}

function quoted(cell: string, time: string | undefined): string {
  return JSON.stringify((time === undefined ? cell : `${cell} ${time}`).slice(0, 40));
}
